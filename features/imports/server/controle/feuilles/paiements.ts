import { refuser, signaler, type Contexte, type Ligne } from '#features/imports/server/controle/contexte.ts'
import { laisser } from '#features/imports/server/controle/laisser.ts'
import { ecrireNumero, phraseDesAbsents, SERIES } from '#features/imports/server/controle/numeros.ts'
import { PaiementsConnus, type PaiementConnu } from '#features/imports/server/controle/paiements.connus.ts'
import {
  direPaiement,
  lirePaiement,
  verifierMoyen,
  type PaiementDit,
} from '#features/imports/server/controle/paiements.lignes.ts'
import {
  lieuDe,
  prixDe,
  prixDouteux,
  type Paiement,
  type Vente,
} from '#features/imports/server/controle/registres.ventes.ts'
import { relier } from '#features/imports/server/controle/representations.ts'
import { parTranches } from '#features/imports/server/tranches.ts'
import { FEUILLES } from '#features/imports/feuilles.ts'
import { readParametres } from '#features/parametres/server/parametres.service.ts'

/** A line that can be read, and its sale. */
export interface Lue {
  ligne: Ligne
  dit: PaiementDit
  vente: Vente
}

/** Looks up the payments that the workbook speaks of, and then checks the sheet Paiements, in its order. */
export async function verifierPaiements(ctx: Contexte): Promise<void> {
  const dits = new Map<Ligne, PaiementDit>()
  for (const ligne of ctx.lignes.paiements) {
    await ctx.souffler()
    const dit = lirePaiement(ctx, ligne)
    if (dit) dits.set(ligne, dit)
    else ligne.sort = 'erreur'
  }
  const connus = new PaiementsConnus(ctx)
  await connus.chargerRecus(
    [...dits.values()].flatMap(({ recu, represente }) => [recu ?? [], represente ?? []].flat()),
  )
  const lues: Lue[] = []
  await parTranches(ctx.lignes.paiements, ctx.signal, (ligne) => {
    const dit = dits.get(ligne)
    const vente = trouverVente(ctx, ligne, dit, connus)
    if (dit && vente) lues.push({ ligne, dit, vente })
    else ligne.sort = 'erreur'
  })
  await connus.chargerVentes([...new Set(lues.map(({ vente }) => vente))].filter(({ connue }) => connue))
  const reconnus = await reconnaitre(ctx, lues, connus)
  const { exiger_mode } = await readParametres(ctx.db, 'paiements')
  const ajoutes: Paiement[] = []
  await parTranches(lues, ctx.signal, (lue) => {
    const connu = reconnus.get(lue.ligne)
    if (connu) laisser(ctx, lue.ligne, direPaiement(connu), direPaiement(lue.dit))
    else if (connu === undefined) {
      verifierMoyen(ctx, lue.ligne, lue.dit, exiger_mode)
      verifierVente(ctx, lue)
      if (prendre(ctx, lue)) ajoutes.push(nouveau(lue))
    }
  })
  relier(ctx, lues, ajoutes, connus)
  conclure(ctx, ajoutes, connus)
}

/** The sale of which a line says a payment. @returns null once it is told why there is none */
function trouverVente(
  ctx: Contexte,
  ligne: Ligne,
  dit: PaiementDit | undefined,
  connus: PaiementsConnus,
): Vente | null {
  const { bien, client } = lieuDe(ctx, ligne)
  if (!bien || !client) return null
  const siennes = ctx.registres.ventes.deBien(bien).filter((vente) => vente.client === client)
  const le = dit?.vente_du ?? null
  const [vente, autre] =
    le === null ? candidates(siennes) : siennes.filter(({ ouverte_le }) => ouverte_le === le)
  if (vente && !autre) return vente
  const champ = le === null ? 'client' : 'vente_du'
  if (!vente) {
    // A line of this sale that cannot be read has its own message.
    if (!siennes.some(({ douteuse }) => douteuse) && !ctx.entetesFautives.has('ventes'))
      signaler(ctx, ligne, 'erreur', champ, "Ce client n'a pas de vente de ce bien.")
    return null
  }
  // Of two of the same day, the receipt says which one.
  const parLeRecu = dit?.recu && connus.duRecu(dit.recu)?.vente
  if (parLeRecu && siennes.includes(parLeRecu)) return parLeRecu
  const texte = 'Ce client a plusieurs ventes de ce bien : remplissez « Vente du ».'
  signaler(ctx, ligne, 'erreur', 'vente_du', texte)
  return null
}

/** Without a day it is the one under way, else the only one. */
const candidates = (siennes: readonly Vente[]): readonly Vente[] => {
  const ouverte = siennes.find(({ terminee_le }) => terminee_le === null)
  return ouverte ? [ouverte] : siennes
}

/**
 * Which lines are about payments that are there: those with a receipt by it, the others by sale, day, amount and details, as often as
 * these are there. @returns null for a line that is refused by its receipt
 */
async function reconnaitre(
  ctx: Contexte,
  lues: readonly Lue[],
  connus: PaiementsConnus,
): Promise<Map<Ligne, PaiementConnu | null>> {
  const reconnus = new Map<Ligne, PaiementConnu | null>()
  const pris = new Set<PaiementConnu>()
  const premieres = new Map<string, number>()
  await parTranches(lues, ctx.signal, (lue) => {
    const connu = duRecu(ctx, lue, connus, premieres)
    if (connu === undefined) return
    reconnus.set(lue.ligne, connu)
    if (connu) pris.add(connu)
  })
  const restants = new Map<Vente, Map<string, PaiementConnu[]>>()
  await parTranches(lues, ctx.signal, ({ ligne, dit, vente }) => {
    if (dit.recu || !vente.connue) return
    const libres = restants.get(vente) ?? parCle(connus.deVente(vente).filter((connu) => !pris.has(connu)))
    restants.set(vente, libres)
    const memes = libres.get(cleDe(dit)) ?? []
    const exact = memes.findIndex((connu) => pareil(connu, dit))
    const [connu] = memes.splice(Math.max(exact, 0), 1)
    if (connu) reconnus.set(ligne, connu)
  })
  return reconnus
}

/** @returns undefined: it is nobody's yet; null: it is refused */
function duRecu(
  ctx: Contexte,
  { ligne, dit, vente }: Lue,
  connus: PaiementsConnus,
  premieres: Map<string, number>,
): PaiementConnu | null | undefined {
  if (!dit.recu) return undefined
  const numero = ecrireNumero('recu', dit.recu)
  const refuse = (texte: string) => {
    signaler(ctx, ligne, 'erreur', 'recu', texte)
    return null
  }
  const premiere = premieres.get(numero)
  if (premiere !== undefined) return refuse(SERIES.recu.deja(numero, premiere))
  premieres.set(numero, ligne.ligne)
  const connu = connus.duRecu(dit.recu)
  if (connu) {
    const lui =
      connu.vente === vente && connu.date_paiement === dit.date_paiement && connu.versement === dit.versement
    return lui ? connu : refuse(SERIES.recu.pris(numero))
  }
  return connus.annules.has(numero) ? refuse(SERIES.recu.annule(numero)) : undefined
}

const cleDe = ({
  date_paiement,
  versement,
  details,
}: Pick<PaiementDit, 'date_paiement' | 'versement' | 'details'>) =>
  `${date_paiement} ${versement} ${details ?? ''}`

function parCle(connus: readonly PaiementConnu[]): Map<string, PaiementConnu[]> {
  const cles = new Map<string, PaiementConnu[]>()
  for (const connu of connus) {
    const cle = cleDe(connu)
    const autres = cles.get(cle)
    if (autres) autres.push(connu)
    else cles.set(cle, [connu])
  }
  return cles
}

const pareil = (connu: PaiementConnu, dit: PaiementDit): boolean => {
  const [avant, ici] = [direPaiement(connu), direPaiement(dit)]
  return Object.keys(ici).every((champ) => avant[champ] === ici[champ])
}

const TERMINEE_DE_LOCAL = 'Une vente terminée de local ne garde pas de paiement.'

/** What has ended before takes no payment any more, and that of a local kept none when it was taken back. */
function verifierVente(ctx: Contexte, { ligne, vente }: Lue): void {
  if (vente.terminee_le === null || vente.douteuse) return
  if (vente.connue) refuser(ctx, ligne, 'vente_du', 'venteTerminee')
  else if (vente.bien?.apres.type === 'local' && !vente.desistement)
    signaler(ctx, ligne, 'erreur', 'vente_du', TERMINEE_DE_LOCAL)
}

/** Takes the room of a payment in the price of its sale, in the order of the lines. A rejected one takes none. */
function prendre(ctx: Contexte, { ligne, dit, vente }: Lue): boolean {
  if (ligne.sort === 'erreur') {
    // What it would have come to is not known, and so is not what remains.
    if (dit.rejete_le === null) vente.incertain = true
    return false
  }
  ligne.sort = 'cree'
  if (dit.rejete_le !== null) return true
  const reste = prixDe(vente) - vente.paye
  if (dit.versement > reste && !vente.douteuse && !prixDouteux(vente)) {
    refuser(ctx, ligne, 'versement', 'versementDepasse', { reste })
    vente.incertain = true
    return false
  }
  vente.paye += dit.versement
  vente.ajoute += dit.versement
  if (dit.mode === 'cheque' && dit.encaisse_le === null) vente.enAttente += dit.versement
  return true
}

const nouveau = ({
  ligne,
  dit: { vente_du: _, represente: __, fautes: ___, ...dit },
  vente,
}: Lue): Paiement => ({
  ...dit,
  id: null,
  connu: false,
  ligne,
  vente,
  represente: null,
  representePar: null,
})

/** What is to be written, and how the receipts of each year come out of it. */
function conclure(ctx: Contexte, ajoutes: readonly Paiement[], connus: PaiementsConnus): void {
  const { paiements } = ctx.registres.ventes
  const donnes = new Map<number, number[]>()
  let somme = 0
  for (const paiement of ajoutes) {
    if (paiement.ligne?.sort !== 'cree') continue
    // Its line has said all it has to say: tens of thousands of them need not be kept.
    paiement.ligne = null
    paiements.push(paiement)
    somme += paiement.versement
    const { recu } = paiement
    const numeros = recu && donnes.get(recu.annee)
    if (!recu) ctx.recusANumeroter += 1
    else if (numeros) numeros.push(recu.numero)
    else donnes.set(recu.annee, [recu.numero])
  }
  ctx.montants.paiements = somme
  for (const [annee, numeros] of [...donnes].toSorted(([a], [b]) => a - b)) {
    const phrase = phraseDesAbsents(annee, connus.derniers.get(annee) ?? 0, numeros)
    if (phrase !== null) ctx.messages.dire('avertissement', FEUILLES.paiements.titre, phrase)
  }
}
