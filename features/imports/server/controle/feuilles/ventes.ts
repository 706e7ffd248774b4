import * as z from 'zod/mini'
import { desistementInput } from '#features/dossiers/desistement.contract.ts'
import { dossierInput } from '#features/dossiers/dossiers.contract.ts'
import { refuser, signaler, type Contexte, type Ligne } from '#features/imports/server/controle/contexte.ts'
import { laisser, redire } from '#features/imports/server/controle/laisser.ts'
import { valider } from '#features/imports/server/controle/lignes.ts'
import { lireNumero, SERIES, ecrireNumero } from '#features/imports/server/controle/numeros.ts'
import type { Bien, Client, Fiche } from '#features/imports/server/controle/registres.ts'
import {
  lieuDe,
  prixDouteux,
  type Desistement,
  type Dossier,
  type Vente,
} from '#features/imports/server/controle/registres.ventes.ts'
import { chargerVentes } from '#features/imports/server/controle/ventes.connues.ts'
import { formatMontant } from '#shared/argent.ts'
import { facultatif, jour, montant } from '#shared/champs.ts'
import { aujourdhui, isJour } from '#shared/dates.ts'

const venu = (requis?: string) =>
  jour(requis).check(z.refine((lu) => !isJour(lu) || lu <= aujourdhui(), 'Cette date est à venir.'))

/** A sale as its line says it: the fields of its dossier, and those that no form has, for a form sells today. */
const venteInput = z.extend(dossierInput, {
  date: venu(),
  terminee_le: facultatif(venu()),
  prix: facultatif(montant()),
})

const ORIGINES = new Map([
  ['Client', 'client'],
  ['Promoteur', 'promoteur'],
])
const NOMS_DES_ORIGINES = { client: 'Client', promoteur: 'Promoteur' } as const
const DU_DESISTEMENT = ['demande_le', 'origine', 'motif', 'retenue'] as const

/** Looks up the sales that the workbook speaks of, and then checks the sheet Ventes. */
export async function verifierVentes(ctx: Contexte): Promise<void> {
  await chargerVentes(ctx)
  for (const ligne of ctx.lignes.ventes) {
    await ctx.souffler()
    const { bien, client } = lieuDe(ctx, ligne)
    const lue = lire(ctx, ligne)
    if (!bien) ligne.sort = 'erreur'
    else verifierVente(ctx, ligne, bien, client, lue)
  }
}

/** What a line says, null once it is refused. */
interface Lue extends Omit<Dossier, 'prix'> {
  prix: number | null
}

function lire(ctx: Contexte, ligne: Ligne): Lue | null {
  const { valeurs } = ligne
  const dossier = lireDossier(ctx, ligne)
  const lue = valider(ctx, ligne, venteInput, {
    ...valeurs,
    // A day that is wrong is told once, where it is.
    reservation_le: valeurs.reservation_le ?? lisible(valeurs.date),
  })
  const desistement = lireDesistement(ctx, ligne)
  if (!lue || dossier === undefined || desistement === undefined) return null
  const { date, terminee_le = null, prix = null, contrat_le = null, livraison_le = null, ...reste } = lue
  const etapes = { reservation_le: lue.reservation_le, contrat_le, livraison_le }
  verifierOrdre(ctx, ligne, etapes)
  if (terminee_le !== null && terminee_le < date)
    signaler(ctx, ligne, 'erreur', 'terminee_le', "La vente se termine avant d'avoir commencé.")
  if (desistement && terminee_le === null)
    signaler(ctx, ligne, 'erreur', 'terminee_le', 'La date est obligatoire.')
  return {
    prix,
    ouverte_le: date,
    terminee_le,
    dossier,
    ...etapes,
    livraison_prevue_le: reste.livraison_prevue_le ?? null,
    notaire: reste.notaire ?? null,
    note: reste.note ?? null,
    desistement,
  }
}

const lisible = (date: unknown): string =>
  typeof date === 'string' && isJour(date) && date <= aujourdhui() ? date : aujourdhui()

/** @returns undefined once it is told that it is no number */
function lireDossier(ctx: Contexte, ligne: Ligne): Dossier['dossier'] | undefined {
  const { dossier } = ligne.valeurs
  if (dossier == null) return null
  const numero = lireNumero('dossier', String(dossier))
  if (numero) return numero
  signaler(ctx, ligne, 'erreur', 'dossier', SERIES.dossier.illisible)
  return undefined
}

/** @returns null when the line speaks of none, undefined once it is refused */
function lireDesistement(ctx: Contexte, ligne: Ligne): Desistement | null | undefined {
  const { valeurs } = ligne
  if (DU_DESISTEMENT.every((champ) => valeurs[champ] == null)) return null
  const lu = valider(ctx, ligne, desistementInput, {
    demande_le: valeurs.demande_le,
    origine: ORIGINES.get(String(valeurs.origine)) ?? valeurs.origine,
    motif: valeurs.motif,
    retenue: valeurs.retenue,
  })
  if (!lu) return undefined
  const { demande_le, origine, motif, retenue } = lu
  return { demande_le, origine, motif, retenue: retenue ?? 0 }
}

/** One step does not come before the one it follows; the same day is right. */
function verifierOrdre(
  ctx: Contexte,
  ligne: Ligne,
  {
    reservation_le,
    contrat_le,
    livraison_le,
  }: Pick<Dossier, 'reservation_le' | 'contrat_le' | 'livraison_le'>,
): void {
  if (contrat_le !== null && contrat_le < reservation_le)
    refuser(ctx, ligne, 'contrat_le', 'contratAvantReservation', { jour: reservation_le })
  if (livraison_le === null) return
  if (contrat_le !== null && livraison_le < contrat_le)
    refuser(ctx, ligne, 'livraison_le', 'livraisonAvantContrat', { jour: contrat_le })
  else if (livraison_le < reservation_le)
    refuser(ctx, ligne, 'livraison_le', 'livraisonAvantReservation', { jour: reservation_le })
}

function verifierVente(
  ctx: Contexte,
  ligne: Ligne,
  bien: Fiche<Bien>,
  client: Fiche<Client> | null,
  lue: Lue | null,
): void {
  const { ventes } = ctx.registres
  const finie = ligne.valeurs.terminee_le !== null || ligne.illisibles.has('terminee_le')
  if (lue) verifierPrix(ctx, ligne, bien, lue)
  const connue = finie ? memeFinie(ventes.deBien(bien), client, lue) : ventes.ouverteDe(bien)
  if (connue && !finie && client && connue.client !== client) {
    signaler(ctx, ligne, 'erreur', 'client', `Ce bien est déjà vendu à ${connue.nomClient}.`)
    return
  }
  if (connue && lue && client) {
    verifierNumero(ctx, ligne, lue, connue)
    if (connue.ligne) redire(ctx, ligne, connue.ligne.ligne, connue.douteuse || memes(connue, lue))
    else laisser(ctx, ligne, dire(connue), dire(lue))
  }
  if (connue) {
    ligne.sort ??= 'erreur'
    connue.ligne ??= ligne
    connue.douteuse ||= ligne.sort === 'erreur'
    return
  }
  if (lue) verifierNumero(ctx, ligne, lue, null)
  if (!finie) verifierLibre(ctx, ligne, bien, client)
  const bonne = lue !== null && client !== null && ligne.sort !== 'erreur'
  ligne.sort = bonne ? 'cree' : 'erreur'
  ventes.ajouter(nouvelle(ligne, bien, client, lue, !bonne))
  if (bonne) ctx.montants.ventes = (ctx.montants.ventes ?? 0) + (lue.prix ?? bien.apres.montant)
}

/** An open sale costs what its bien does; an ended one what it cost. */
function verifierPrix(ctx: Contexte, ligne: Ligne, bien: Fiche<Bien>, { terminee_le, prix }: Lue): void {
  if (terminee_le !== null) {
    if (prix === null)
      signaler(ctx, ligne, 'erreur', 'prix', 'Le prix est obligatoire pour une vente terminée.')
    return
  }
  const { montant: duBien } = bien.apres
  if (prix !== null && prix !== duBien && !prixDouteux({ bien })) {
    const texte = `Le prix de la vente n'est pas celui du lot (${formatMontant(duBien)}).`
    signaler(ctx, ligne, 'erreur', 'prix', texte)
  }
}

const memeFinie = (autres: readonly Vente[], client: Fiche<Client> | null, lue: Lue | null) =>
  autres.find(
    (vente) =>
      vente.client === client &&
      vente.ouverte_le === lue?.ouverte_le &&
      vente.terminee_le === lue.terminee_le,
  )

/** Does a line say the same as the one that named its sale first? */
const memes = (premiere: Vente, lue: Lue): boolean => {
  const [avant, ici] = [dire(premiere), dire(lue)]
  return Object.keys(ici).every(
    (champ) => avant[champ] === ici[champ] || (champ === 'prix' && ici[champ] === null),
  )
}

/** As its cells say it. */
function dire({
  desistement,
  dossier,
  ouverte_le,
  ...vente
}: Lue | Vente): Record<string, string | number | null> {
  return {
    date: ouverte_le,
    prix: vente.terminee_le === null ? null : vente.prix,
    dossier: dossier && ecrireNumero('dossier', dossier),
    reservation_le: vente.reservation_le,
    contrat_le: vente.contrat_le,
    livraison_le: vente.livraison_le,
    livraison_prevue_le: vente.livraison_prevue_le,
    notaire: vente.notaire,
    note: vente.note,
    demande_le: desistement?.demande_le ?? null,
    origine: desistement && NOMS_DES_ORIGINES[desistement.origine],
    motif: desistement?.motif ?? null,
    retenue: desistement?.retenue ?? null,
  }
}

/** A number is one sale's, and is not given again. */
function verifierNumero(ctx: Contexte, ligne: Ligne, { dossier }: Lue, elle: Vente | null): void {
  if (!dossier) return
  const { ventes } = ctx.registres
  const numero = ecrireNumero('dossier', dossier)
  const autre = ventes.duDossier(dossier)
  if (autre && autre !== elle) {
    const texte =
      autre.ligne && !autre.connue
        ? SERIES.dossier.deja(numero, autre.ligne.ligne)
        : SERIES.dossier.pris(numero)
    signaler(ctx, ligne, 'erreur', 'dossier', texte)
  } else if (!autre && ventes.annules.has(numero)) {
    signaler(ctx, ligne, 'erreur', 'dossier', SERIES.dossier.annule(numero))
  }
}

/** What is off sale, or held for somebody else, is not sold. */
function verifierLibre(ctx: Contexte, ligne: Ligne, bien: Fiche<Bien>, client: Fiche<Client> | null): void {
  const { bloque_motif: motif } = bien.apres
  if (motif !== null) {
    refuser(ctx, ligne, 'numero', 'bienBloque', { motif })
    return
  }
  const option = bien.id === null ? undefined : ctx.registres.suivis.get(bien.id)?.option
  if (!option || option.expire_le < aujourdhui() || !client) return
  if (client.id === null || option.client_id !== client.id)
    refuser(ctx, ligne, 'numero', 'bienSousOption', { nom: option.nom, jour: option.expire_le })
}

function nouvelle(
  ligne: Ligne,
  bien: Fiche<Bien>,
  client: Fiche<Client> | null,
  lue: Lue | null,
  douteuse: boolean,
): Omit<Vente, 'rang'> {
  const jourDit = lisible(ligne.valeurs.date)
  const vide: Lue = {
    prix: null,
    ouverte_le: jourDit,
    terminee_le: ligne.valeurs.terminee_le == null ? null : jourDit,
    dossier: null,
    reservation_le: jourDit,
    contrat_le: null,
    livraison_le: null,
    livraison_prevue_le: null,
    notaire: null,
    note: null,
    desistement: null,
  }
  const dite = lue ?? vide
  return {
    ...dite,
    prix: dite.prix ?? bien.apres.montant,
    id: null,
    connue: false,
    ligne,
    douteuse,
    incertain: false,
    bien,
    client,
    nomClient: client?.apres.nomComplet ?? String(ligne.valeurs.client ?? ''),
    paye: 0,
    ajoute: 0,
    enAttente: 0,
    rembourse: 0,
    echeances: new Map(),
    echeancier: [],
    echeancierDouteux: false,
  }
}
