import * as z from 'zod/mini'
import { LIGNES_MAX, ligneInput } from '#features/dossiers/echeancier.contract.ts'
import { NOMS_DES_DECLENCHEURS } from '#features/echeancier/declencheurs.ts'
import type { Declencheur, Ligne as LigneDEcheancier } from '#features/echeancier/echeancier.rules.ts'
import { refuser, signaler, type Contexte, type Ligne } from '#features/imports/server/controle/contexte.ts'
import { laisser, redire } from '#features/imports/server/controle/laisser.ts'
import { valider } from '#features/imports/server/controle/lignes.ts'
import { ecrireNumero, lireNumero, SERIES } from '#features/imports/server/controle/numeros.ts'
import {
  lieuDe,
  prixDe,
  prixDouteux,
  type Vente,
} from '#features/imports/server/controle/registres.ventes.ts'
import { parTranches } from '#features/imports/server/tranches.ts'
import { entier, VALEUR_INVALIDE } from '#shared/champs.ts'
import { groupBy } from '#shared/group-by.ts'
import { normaliser } from '#shared/texte.ts'

const rangInput = z.object({
  rang: entier('Le numéro est obligatoire.', { min: 1, max: LIGNES_MAX, hors: VALEUR_INVALIDE }),
})

const DECLENCHEURS = new Map(
  Object.entries(NOMS_DES_DECLENCHEURS).map(([code, nom]) => [nom as string, code as Declencheur]),
)

interface Lue {
  ligne: Ligne
  vente: Vente
  rang: number
  dite: LigneDEcheancier
}

/** Checks the sheet Échéances: the lines of one sale together. */
export async function verifierEcheances(ctx: Contexte): Promise<void> {
  const stades = await lireStades(ctx)
  const lues: Lue[] = []
  for (const ligne of ctx.lignes.echeances) {
    await ctx.souffler()
    const vente = trouverVente(ctx, ligne)
    const lue = lire(ctx, ligne, stades)
    if (vente && lue) lues.push({ ligne, vente, ...lue })
    else {
      ligne.sort = 'erreur'
      if (vente) vente.echeancierDouteux = true
    }
  }
  const parVente = [...groupBy(lues, ({ vente }) => vente)]
  await parTranches(parVente, ctx.signal, ([vente, siennes]) =>
    vente.echeances.size > 0 ? comparer(ctx, vente, siennes, stades) : composer(ctx, vente, siennes),
  )
}

interface Stades {
  /** By the name as it is compared. */
  parNom: Map<string, number>
  parId: Map<number, string>
}

/** Those of the settings; they stay until it is done. */
async function lireStades({ db, verrouiller }: Contexte): Promise<Stades> {
  const query = db.selectFrom('stades').select(['id', 'nom']).orderBy('id')
  const rows = await (verrouiller ? query.forKeyShare() : query).execute()
  return {
    parNom: new Map(rows.map(({ id, nom }) => [normaliser(nom), id])),
    parId: new Map(rows.map(({ id, nom }) => [id, nom])),
  }
}

/** That of the dossier, else the sale under way of the bien. @returns null once it is told why there is none */
function trouverVente(ctx: Contexte, ligne: Ligne): Vente | null {
  const { bien } = lieuDe(ctx, ligne)
  const { dossier } = ligne.valeurs
  const { ventes } = ctx.registres
  const muet = ctx.entetesFautives.has('ventes')
  if (dossier != null) {
    const numero = lireNumero('dossier', String(dossier))
    const vente = numero && ventes.duDossier(numero)
    if (vente && (!bien || vente.bien === bien)) return vente
    const texte = vente
      ? "Ce dossier n'est pas celui de ce bien."
      : "Ce dossier n'est ni dans la feuille Ventes ni dans Diyar."
    if (!numero) signaler(ctx, ligne, 'erreur', 'dossier', SERIES.dossier.illisible)
    else if (!muet) signaler(ctx, ligne, 'erreur', 'dossier', texte)
    return null
  }
  if (!bien) return null
  const ouverte = ventes.ouverteDe(bien)
  if (ouverte) return ouverte
  if (!muet) refuser(ctx, ligne, 'numero', 'bienSansClient')
  return null
}

function lire(ctx: Contexte, ligne: Ligne, { parNom }: Stades): Pick<Lue, 'rang' | 'dite'> | null {
  const { valeurs } = ligne
  const stade = valeurs.stade == null ? null : (parNom.get(normaliser(String(valeurs.stade))) ?? undefined)
  if (stade === undefined) signaler(ctx, ligne, 'erreur', 'stade', "Ce stade n'existe pas dans Paramètres.")
  const rang = valider(ctx, ligne, rangInput, { rang: valeurs.rang ?? '' })
  const lu = valider(
    ctx,
    ligne,
    ligneInput,
    {
      libelle: valeurs.libelle,
      montant: valeurs.montant,
      declencheur: DECLENCHEURS.get(String(valeurs.declencheur)) ?? valeurs.declencheur,
      // One that is not there is told above.
      stade_id: stade === undefined ? 1 : stade,
      date_prevue: valeurs.date_prevue,
    },
    { stade_id: 'stade' },
  )
  if (!rang || !lu || stade === undefined) return null
  const { libelle, montant, declencheur, date_prevue = null } = lu
  return { ...rang, dite: { libelle, montant, declencheur, stade_id: stade, date_prevue } }
}

/** The lines of a sale that has some: they are left as they are. */
function comparer(ctx: Contexte, { echeances }: Vente, lues: readonly Lue[], { parId }: Stades): void {
  const dire = ({ stade_id, declencheur, ...dite }: LigneDEcheancier) => ({
    libelle: dite.libelle,
    montant: dite.montant,
    declencheur: NOMS_DES_DECLENCHEURS[declencheur],
    stade: stade_id === null ? null : (parId.get(stade_id) ?? null),
    date_prevue: dite.date_prevue,
  })
  const premieres = new Map<number, Lue>()
  for (const lue of lues) {
    if (repetee(ctx, lue, premieres)) continue
    const connue = echeances.get(lue.rang)
    if (connue) laisser(ctx, lue.ligne, dire(connue), dire(lue.dite))
    else {
      const texte = 'Ce dossier a déjà un échéancier, sans cette ligne. Laissé tel quel.'
      signaler(ctx, lue.ligne, 'avertissement', 'rang', texte)
      lue.ligne.sort ??= 'laisse'
    }
  }
}

/** Is a line about one that a line above names? Then that is told. */
function repetee(ctx: Contexte, lue: Lue, premieres: Map<number, Lue>): boolean {
  const premiere = premieres.get(lue.rang)
  if (!premiere) {
    premieres.set(lue.rang, lue)
    return false
  }
  redire(ctx, lue.ligne, premiere.ligne.ligne, JSON.stringify(premiere.dite) === JSON.stringify(lue.dite))
  return true
}

/** The first lines of a sale: numbered from 1, adding up to its price. */
function composer(ctx: Contexte, vente: Vente, lues: readonly Lue[]): void {
  const premieres = new Map<number, Lue>()
  const siennes = lues.filter((lue) => !repetee(ctx, lue, premieres))
  for (const { ligne, dite } of siennes)
    if (dite.declencheur === 'stade' && vente.bien?.apres.type === 'place_parking')
      refuser(ctx, ligne, 'declencheur', 'stadeSansBloc')
  const [premiere] = siennes
  if (premiere && !vente.echeancierDouteux && !vente.douteuse) verifierTout(ctx, vente, siennes, premiere)
  const bonnes = siennes.every(({ ligne }) => ligne.sort !== 'erreur') && !vente.echeancierDouteux
  for (const { ligne } of siennes) ligne.sort ??= 'cree'
  if (bonnes) vente.echeancier = siennes.toSorted((a, b) => a.rang - b.rang).map(({ dite }) => dite)
}

function verifierTout(ctx: Contexte, vente: Vente, lues: readonly Lue[], { ligne }: Lue): void {
  const { terminee_le, connue, dossier } = vente
  if (terminee_le !== null && connue && dossier)
    refuser(ctx, ligne, 'dossier', 'venteClose', {
      dossier: ecrireNumero('dossier', dossier),
      jour: terminee_le,
    })
  for (const { rang, ligne: sienne } of lues)
    if (rang > lues.length) {
      const texte = `Les lignes de cet échéancier se numérotent de 1 à ${lues.length}.`
      signaler(ctx, sienne, 'erreur', 'rang', texte)
    }
  const somme = lues.reduce((sum, { dite }) => sum + dite.montant, 0)
  const prix = prixDe(vente)
  if (somme !== prix && !prixDouteux(vente)) refuser(ctx, ligne, 'montant', 'sommeEcheances', { somme, prix })
}
