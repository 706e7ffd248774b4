import { resteARembourser } from '#features/dossiers/desistement.rules.ts'
import { remboursementInput } from '#features/dossiers/remboursements.contract.ts'
import { refuser, signaler, type Contexte, type Ligne } from '#features/imports/server/controle/contexte.ts'
import { laisser, redire } from '#features/imports/server/controle/laisser.ts'
import { valider } from '#features/imports/server/controle/lignes.ts'
import { ecrireNumero, lireNumero, SERIES } from '#features/imports/server/controle/numeros.ts'
import { codeDuMode } from '#features/imports/server/controle/paiements.lignes.ts'
import { nommer } from '#features/imports/server/controle/references.ts'
import type { Remboursement, Vente } from '#features/imports/server/controle/registres.ventes.ts'
import {
  chargerRemboursements,
  type RembourseConnu,
} from '#features/imports/server/controle/remboursements.connus.ts'
import { MODES } from '#features/paiements/modes.ts'

/** Checks the sheet Remboursements, in its order, and then what each désistement keeps of what was paid. */
export async function verifierRemboursements(ctx: Contexte): Promise<void> {
  const connus = await chargerRemboursements(ctx)
  const premieres = new Map<string, Remboursement>()
  for (const ligne of ctx.lignes.remboursements) {
    await ctx.souffler()
    const vente = trouverVente(ctx, ligne)
    const dit = lire(ctx, ligne)
    if (!vente || !dit) ligne.sort = 'erreur'
    else verifierRemboursement(ctx, { ...dit, id: null, ligne, vente }, connus, premieres)
  }
  verifierRetenues(ctx)
}

function trouverVente(ctx: Contexte, ligne: Ligne): Vente | null {
  const nom = nommer(ctx, ligne, 'dossier', 'Dossier')
  if (nom === null) return null
  const numero = lireNumero('dossier', String(nom))
  const vente = numero && ctx.registres.ventes.duDossier(numero)
  if (vente) return vente
  if (!numero) signaler(ctx, ligne, 'erreur', 'dossier', SERIES.dossier.illisible)
  else if (!ctx.entetesFautives.has('ventes'))
    signaler(ctx, ligne, 'erreur', 'dossier', "Ce dossier n'est ni dans la feuille Ventes ni dans Diyar.")
  return null
}

type Dit = Omit<Remboursement, 'id' | 'ligne' | 'vente'>

function lire(ctx: Contexte, ligne: Ligne): Dit | null {
  const { numero: nom, ...valeurs } = ligne.valeurs
  const numero = nom == null ? null : lireNumero('remboursement', String(nom))
  if (nom != null && !numero) signaler(ctx, ligne, 'erreur', 'numero', SERIES.remboursement.illisible)
  const lu = valider(ctx, ligne, remboursementInput, { ...valeurs, mode: codeDuMode(valeurs.mode ?? null) })
  if (!lu || (nom != null && !numero)) return null
  const { banque = null, reference = null, note = null, ...reste } = lu
  // Cash comes from no bank.
  const especes = lu.mode === 'especes'
  return { numero, ...reste, banque: especes ? null : banque, reference: especes ? null : reference, note }
}

/** By its number if it has one, else by dossier, day and amount. */
const cleDe = ({ numero, vente, jour, montant }: Remboursement): string =>
  numero ? ecrireNumero('remboursement', numero) : `${vente.rang} ${jour} ${montant}`

function verifierRemboursement(
  ctx: Contexte,
  lu: Remboursement,
  connus: readonly RembourseConnu[],
  premieres: Map<string, Remboursement>,
): void {
  const { ligne, vente, numero } = lu
  const { ventes } = ctx.registres
  const cle = cleDe(lu)
  const premiere = premieres.get(cle)
  if (premiere) return redire(ctx, ligne, premiere.ligne.ligne, memes(premiere, lu))
  premieres.set(cle, lu)
  const connu = connus.find((un) =>
    numero
      ? un.annee === numero.annee && un.numero === numero.numero
      : un.vente_id === vente.id && un.jour === lu.jour && un.montant === lu.montant,
  )
  if (connu) {
    const lui = connu.vente_id === vente.id && connu.jour === lu.jour && connu.montant === lu.montant
    if (lui) return laisser(ctx, ligne, dire(connu), dire(lu))
    const pris = SERIES.remboursement.pris(ecrireNumero('remboursement', connu))
    return signaler(ctx, ligne, 'erreur', 'numero', pris)
  }
  if (numero && ventes.annules.has(ecrireNumero('remboursement', numero)))
    signaler(
      ctx,
      ligne,
      'erreur',
      'numero',
      SERIES.remboursement.annule(ecrireNumero('remboursement', numero)),
    )
  verifierReste(ctx, lu)
  if (ligne.sort === 'erreur') return
  ligne.sort = 'cree'
  vente.rembourse += lu.montant
  ventes.remboursements.push(lu)
}

/** No more is given back than was paid, less what is kept, what was given back and the cheques that may still come back. */
function verifierReste(ctx: Contexte, { ligne, vente, montant }: Remboursement): void {
  const { desistement, paye, rembourse, enAttente, douteuse, incertain } = vente
  if (!desistement) {
    if (!douteuse) refuser(ctx, ligne, 'dossier', 'pasDeDesistement')
    else ligne.sort = 'erreur'
    return
  }
  const { remboursable } = resteARembourser({ paye, retenue: desistement.retenue, rembourse, enAttente })
  if (montant > remboursable && !douteuse && !incertain)
    refuser(ctx, ligne, 'montant', 'remboursementDepasse', { remboursable })
}

const dire = ({ mode, banque, reference, note }: Omit<Dit, 'numero'>) => ({
  mode: MODES[mode],
  banque,
  reference,
  note,
})

const memes = (premiere: Remboursement, lu: Remboursement): boolean =>
  premiere.vente === lu.vente &&
  premiere.jour === lu.jour &&
  premiere.montant === lu.montant &&
  JSON.stringify(dire(premiere)) === JSON.stringify(dire(lu))

/** What is kept of a new désistement is at most what was paid. Told last: its payments stand on another sheet. */
function verifierRetenues(ctx: Contexte): void {
  for (const { connue, douteuse, incertain, desistement, paye, ligne } of ctx.registres.ventes.toutes)
    if (!connue && !douteuse && !incertain && ligne && desistement && desistement.retenue > paye)
      refuser(ctx, ligne, 'retenue', 'retenueTropHaute', { max: paye })
}
