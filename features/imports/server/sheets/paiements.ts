import {
  aideDesMots,
  BANQUE,
  CLIENT,
  CLIENT_TEL,
  colonne,
  colonneDuMode,
  columnsOf,
  DU_BIEN,
  type Feuille,
  JOUR_EXEMPLE,
  REFERENCE,
} from '#features/imports/colonnes.ts'
import { refuseLine, report, type Contexte, type Ligne } from '#features/imports/server/check/context.ts'
import { findCompte, readNosComptes } from '#features/imports/server/sheets/paiements.comptes.ts'
import { refusDuVersement } from '#features/paiements/paiements.rules.ts'
import { refusal } from '#shared/erreurs.ts'
import { champsDuPaiement } from '#features/paiements/paiements.champs.ts'
import { paiementsErreurs } from '#features/paiements/paiements.erreurs.ts'
import { leaveOut } from '#features/imports/server/check/rows.ts'
import { writeNumero, findTropLoin, phraseDesAbsents, SERIES } from '#features/imports/server/check/series.ts'
import { PaiementsConnus, link } from '#features/imports/server/sheets/paiements.known.ts'
import {
  describePaiement,
  readPaiement,
  checkMoyen,
  type Lue,
  type PaiementDit,
} from '#features/imports/server/sheets/paiements.row.ts'
import {
  lieuDe,
  prixDe,
  prixDouteux,
  type Paiement,
  type Vente,
} from '#features/imports/server/check/indexes.ventes.ts'
import { recognize } from '#features/imports/server/sheets/paiements.reconnus.ts'
import { parTranches } from '#server/tranches.ts'
import { TITRES } from '#features/imports/imports.words.ts'
import { PAR_LE_CLIENT, PAYEURS } from '#features/paiements/modes.ts'
import { readParametres } from '#features/parametres/server/parametres.service.ts'

const PAYES_PAR = [PAR_LE_CLIENT, ...Object.values(PAYEURS)]
const columns = columnsOf(champsDuPaiement)

export const feuilleDesPaiements = {
  titre: TITRES.paiements,
  aide: 'Les paiements de chaque vente, dans leur ordre',
  colonnes: [
    ...DU_BIEN,
    CLIENT,
    CLIENT_TEL,
    colonne('vente_du', 'Vente du', 'jour', {
      aide: 'Le jour de la vente, si le client a eu plusieurs ventes de ce bien',
    }),
    columns.requise('date_paiement', 'Le jour du paiement', JOUR_EXEMPLE),
    columns.requise('versement', 'En dinars, deux décimales au plus', 1_900_000, { titre: 'Montant' }),
    columns.facultative('details', 'Ce que le reçu dit en plus', { largeur: 32 }),
    columns.facultative('recu', 'AAAA-NNNNNN, si un reçu a déjà été donné ; vide : un numéro de reprise', {
      titre: 'N° de reçu',
    }),
    colonneDuMode({ titre: 'Mode de paiement' }),
    BANQUE,
    REFERENCE,
    colonne('compte', champsDuPaiement.compte.label, 'texte', {
      aide: 'Le numéro de votre compte bancaire sur lequel il est venu',
      largeur: 26,
    }),
    columns.facultative('date_cheque', 'Le jour écrit sur le chèque'),
    columns.facultative('payeur_type', aideDesMots(PAYES_PAR), { mots: PAYES_PAR, largeur: 22 }),
    columns.facultative('payeur', "Qui a payé, quand ce n'est pas le client"),
    columns.facultative('timbre', "En dinars, en plus du montant ; d'espèces seulement"),
    columns.facultative('encaisse_le', 'Le jour où le chèque a été encaissé'),
    columns.facultative('rejete_le', 'Le jour où le chèque a été rejeté'),
    columns.facultative('motif_rejet', 'Pourquoi il a été rejeté', { largeur: 24 }),
    columns.facultative('frais_rejet', 'Ce que la banque a pris, en dinars', { titre: 'Frais de rejet' }),
    columns.facultative('represente', 'Le numéro du reçu du chèque rejeté que celui-ci représente'),
    columns.facultative('recu_origine', 'Le numéro écrit sur le reçu donné avant Diyar'),
  ],
} as const satisfies Feuille

/** Looks up the payments that the workbook speaks of, and checks the sheet Paiements, in its order. */
export async function checkPaiements(ctx: Contexte): Promise<void> {
  const contenus = new Map<Ligne, PaiementDit>()
  const comptes = await readNosComptes(ctx.db)
  for (const ligne of ctx.lignes.paiements) {
    await ctx.breathe()
    const contenu = readPaiement(ctx, ligne)
    if (contenu) contenus.set(ligne, { ...contenu, ...findCompte(ctx, ligne, contenu, comptes) })
    else ligne.issue = 'erreur'
  }
  const connus = new PaiementsConnus(ctx)
  await connus.chargerRecus(
    [...contenus.values()].flatMap(({ recu, represente }) => [recu ?? [], represente ?? []].flat()),
  )
  const lues: Lue[] = []
  await parTranches(ctx.lignes.paiements, ctx.signal, (ligne) => {
    const contenu = contenus.get(ligne)
    const vente = findVente(ctx, ligne, contenu, connus)
    if (contenu && vente) lues.push({ ligne, contenu, vente })
    else ligne.issue = 'erreur'
  })
  await connus.chargerVentes([...new Set(lues.map(({ vente }) => vente))].filter(({ connue }) => connue))
  const reconnus = await recognize(ctx, lues, connus)
  const { exiger_mode } = await readParametres(ctx.db, 'paiements')
  const ajoutes: Paiement[] = []
  await parTranches(lues, ctx.signal, (lue) => {
    const connu = reconnus.get(lue.ligne)
    if (connu) leaveOut(ctx, lue.ligne, describePaiement(connu), describePaiement(lue.contenu))
    else if (connu === undefined) {
      checkMoyen(ctx, lue.ligne, lue.contenu, exiger_mode)
      checkVente(ctx, lue)
      if (take(ctx, lue)) ajoutes.push(nouveau(lue))
    }
  })
  link(ctx, lues, ajoutes, connus)
  conclude(ctx, ajoutes, connus)
}

/** Finds the sale that a line pays. @returns null after the error is reported */
function findVente(
  ctx: Contexte,
  ligne: Ligne,
  contenu: PaiementDit | undefined,
  connus: PaiementsConnus,
): Vente | null {
  const { bien, client } = lieuDe(ctx, ligne)
  if (!bien || !client) return null
  const siennes = ctx.indexes.ventes.deBien(bien).filter((vente) => vente.client === client)
  const le = contenu?.vente_du ?? null
  const [vente, autre] =
    le === null ? candidates(siennes) : siennes.filter(({ ouverte_le }) => ouverte_le === le)
  if (vente && !autre) return vente
  const champ = le === null ? 'client' : 'vente_du'
  if (!vente) {
    // The sale's own line already reports its error.
    if (!siennes.some(({ douteuse }) => douteuse) && !ctx.entetesFautives.has('ventes'))
      report(ctx, ligne, 'erreur', champ, "Ce client n'a pas de vente de ce bien.")
    return null
  }
  // The receipt number tells apart two sales of the same day.
  const parLeRecu = contenu?.recu && connus.duRecu(contenu.recu)?.vente
  if (parLeRecu && siennes.includes(parLeRecu)) return parLeRecu
  const texte = 'Ce client a plusieurs ventes de ce bien : remplissez « Vente du ».'
  report(ctx, ligne, 'erreur', 'vente_du', texte)
  return null
}

/** A line without a day means the open sale, or else the only sale. */
const candidates = (siennes: readonly Vente[]): readonly Vente[] => {
  const ouverte = siennes.find(({ terminee_le }) => terminee_le === null)
  return ouverte ? [ouverte] : siennes
}

const TERMINEE_DE_LOCAL = 'Une vente terminée de local ne garde pas de paiement.'

/** Refuses a payment of an existing ended sale, and of an ended sale of a local, which kept no payment when it was taken back. */
function checkVente(ctx: Contexte, { ligne, vente }: Lue): void {
  if (vente.terminee_le === null || vente.douteuse) return
  if (vente.connue) refuseLine(ctx, ligne, 'vente_du', refusal(paiementsErreurs.venteTerminee))
  else if (vente.bien?.apres.type === 'local' && !vente.desistement)
    report(ctx, ligne, 'erreur', 'vente_du', TERMINEE_DE_LOCAL)
}

/** Adds a payment to what its sale has paid, in the order of the lines. A rejected cheque pays nothing. */
function take(ctx: Contexte, { ligne, contenu, vente }: Lue): boolean {
  if (ligne.issue === 'erreur') {
    if (contenu.rejete_le === null) vente.incertain = true
    return false
  }
  ligne.issue = 'cree'
  if (contenu.rejete_le !== null) return true
  const refus = refusDuVersement({ prix: prixDe(vente), total_paye: vente.paye }, contenu.versement)
  if (refus && !vente.douteuse && !prixDouteux(vente)) {
    refuseLine(ctx, ligne, 'versement', refus)
    vente.incertain = true
    return false
  }
  vente.paye += contenu.versement
  vente.ajoute += contenu.versement
  if (contenu.mode === 'cheque' && contenu.encaisse_le === null) vente.enAttente += contenu.versement
  return true
}

const nouveau = ({
  ligne,
  contenu: { vente_du: _, represente: __, fautes: ___, ...contenu },
  vente,
}: Lue): Paiement => ({
  ...contenu,
  id: null,
  connu: false,
  ligne,
  vente,
  represente: null,
  representePar: null,
})

function refuseTooFar(ctx: Contexte, ajoutes: readonly Paiement[], connus: PaiementsConnus): void {
  const crees = ajoutes.filter(({ ligne }) => ligne?.issue === 'cree')
  const dernierDe = (annee: number) => connus.derniers.get(annee) ?? 0
  for (const { ligne, recu } of findTropLoin(crees, (un) => un.recu, dernierDe))
    if (ligne && recu) report(ctx, ligne, 'erreur', 'recu', SERIES.recu.loin(writeNumero('recu', recu)))
}

/** Collects the payments to write, and reports the receipt numbers of each year that nobody gets. */
function conclude(ctx: Contexte, ajoutes: readonly Paiement[], connus: PaiementsConnus): void {
  const { paiements } = ctx.indexes.ventes
  refuseTooFar(ctx, ajoutes, connus)
  const donnes = new Map<number, number[]>()
  let somme = 0
  for (const paiement of ajoutes) {
    if (paiement.ligne?.issue !== 'cree') continue
    // The check needs the line no more; tens of thousands of lines free their memory here.
    paiement.ligne = null
    paiements.push(paiement)
    somme += paiement.versement
    const { recu } = paiement
    const numeros = recu && donnes.get(recu.annee)
    if (!recu) continue
    if (numeros) numeros.push(recu.numero)
    else donnes.set(recu.annee, [recu.numero])
  }
  ctx.montants.paiements = somme
  for (const [annee, numeros] of [...donnes].toSorted(([a], [b]) => a - b)) {
    const phrase = phraseDesAbsents(annee, connus.derniers.get(annee) ?? 0, numeros)
    if (phrase !== null) ctx.messages.say('avertissement', TITRES.paiements, phrase)
  }
}
