import {
  type EtatCheque,
  type Mode,
  parLaBanque,
  surUnCompte,
  type TypePayeur,
} from '#features/paiements/modes.ts'
import type { Paiement } from '#features/paiements/paiement.schema.ts'
import { paiementsErreurs } from '#features/paiements/paiements.erreurs.ts'
import type { Centimes } from '#shared/argent.ts'
import { refusalOn, type Refusal } from '#shared/erreurs.ts'
import { addJours, addMois, aujourdhui, type Jour } from '#shared/dates.ts'

/**
 * Price − earlier payments − the entered amount (D3 §5), in centimes. An edit leaves out the old amount (Q159); below 0 is refused (Q154).
 */
export function resteApres(
  prix: Centimes,
  dejaPaye: Centimes,
  versement: Centimes,
  ancien: Centimes = 0,
): Centimes {
  return prix - (dejaPaye - ancien) - versement
}

/** Refuses a payment above what remains (Q154). In centimes. @param ancien old amount of the payment that is edited */
export function refusDuVersement(
  { prix, total_paye }: { prix: Centimes; total_paye: Centimes },
  versement: Centimes,
  ancien: Centimes = 0,
): Refusal | null {
  const reste = resteApres(prix, total_paye, 0, ancien)
  return versement > reste ? refusalOn('versement', paiementsErreurs.versementDepasse, { reste }) : null
}

/** Whose name a receipt bears: the client who held the dossier on the day of the payment. */
export const titulaireOf = ({
  detenteur,
  client,
}: Pick<Paiement, 'detenteur' | 'client'>): { id: number; nomComplet: string } => detenteur ?? client

export const nomDuTitulaire = (paiement: Pick<Paiement, 'detenteur' | 'client'>): string =>
  titulaireOf(paiement).nomComplet

/** How a payment was made, and by whom when the client did not make it. */
export interface Moyen {
  mode: Mode | null
  banque: string | null
  reference: string | null
  date_cheque: string | null
  payeur_type: TypePayeur | null
  payeur: string | null
}

/** The means of a payment, with our account that the money came to, which no paper of the client says. */
export interface MoyenTenu extends Moyen {
  compte_id: number | null
}

/** The means as a form sends it: an undefined field stays as it is. */
export type MoyenSaisi = { [F in keyof MoyenTenu]?: MoyenTenu[F] | undefined }

export const SANS_MOYEN: MoyenTenu = {
  mode: null,
  banque: null,
  reference: null,
  date_cheque: null,
  compte_id: null,
  payeur_type: null,
  payeur: null,
}

export type FautesDuMoyen = { [F in keyof Moyen]?: string }

const CHOISIR = 'Veuillez choisir le mode de paiement.'

/**
 * Merges a form with the known means of a payment. Espèces keep neither bank nor reference, only a cheque keeps a cheque date, and a
 * payment by the client keeps no payer's name. Our account is that of a transfer or a deposit; a cheque that was cleared keeps what the bank's
 * page has told. `fautes` holds the sentences to refuse with, empty when the means is valid.
 * @param exiger whether the firm demands mode, bank and reference; an older payment may lack them until they are filled in
 */
export function mergeMoyen(
  avant: MoyenTenu | null,
  saisi: MoyenSaisi,
  exiger: boolean,
): { moyen: MoyenTenu; fautes: FautesDuMoyen } {
  const connu = avant ?? SANS_MOYEN
  const moyen: MoyenTenu = {
    mode: saisi.mode === undefined ? connu.mode : saisi.mode,
    banque: saisi.banque === undefined ? connu.banque : saisi.banque,
    reference: saisi.reference === undefined ? connu.reference : saisi.reference,
    date_cheque: saisi.date_cheque === undefined ? connu.date_cheque : saisi.date_cheque,
    compte_id: saisi.compte_id === undefined ? connu.compte_id : saisi.compte_id,
    payeur_type: saisi.payeur_type === undefined ? connu.payeur_type : saisi.payeur_type,
    payeur: saisi.payeur === undefined ? connu.payeur : saisi.payeur,
  }
  const fautes: FautesDuMoyen = {}
  const { mode } = moyen
  if (mode === null && (moyen.banque ?? moyen.reference ?? moyen.date_cheque) !== null) fautes.mode = CHOISIR
  if (mode === 'especes') moyen.banque = moyen.reference = null
  if (mode !== 'cheque') moyen.date_cheque = null
  if (!surUnCompte(mode)) moyen.compte_id = mode === 'cheque' && connu.mode === mode ? connu.compte_id : null
  if (moyen.payeur_type === null) {
    if (saisi.payeur != null) fautes.payeur_type = 'Veuillez préciser qui paie.'
    moyen.payeur = null
  }
  return { moyen, fautes: exiger ? { ...fautes, ...manques(avant, moyen) } : fautes }
}

function manques(avant: Moyen | null, moyen: Moyen): FautesDuMoyen {
  const asked = (champ: 'mode' | 'banque' | 'reference') =>
    moyen[champ] === null && (avant === null || avant.mode !== moyen.mode || avant[champ] !== null)
  if (moyen.mode === null) return avant === null || avant.mode !== null ? { mode: CHOISIR } : {}
  if (!parLaBanque(moyen.mode)) return {}
  return {
    ...(asked('banque') && { banque: 'La banque est obligatoire.' }),
    ...(asked('reference') && { reference: 'La référence est obligatoire.' }),
  }
}

/**
 * The scale of the droit de timbre of sums paid in cash: LF 2025 art. 46, circulaire 14 du 05/03/2025 (legal-doctrine.com). Up to a ceiling of
 * 300 DA nothing, then 1, 1.5 or 2 DA for each 100 DA begun, one rate for the whole sum. `jusqua` and `parCent` are centimes. Whether the law
 * caps it is uncertain: the promoter's accountant confirms it (settings, section `timbre`).
 */
export const BAREME_DU_TIMBRE: readonly { jusqua: Centimes; parCent: Centimes }[] = [
  { jusqua: 300_00, parCent: 0 },
  { jusqua: 30_000_00, parCent: 1_00 },
  { jusqua: 100_000_00, parCent: 1_50 },
  { jusqua: Infinity, parCent: 2_00 },
]

/** The droit de timbre of a payment, due on top of it, in centimes; null for every mode but cash. */
export function timbreDe({ versement, mode }: { versement: Centimes; mode: Mode | null }): Centimes | null {
  if (mode !== 'especes') return null
  const tranche = BAREME_DU_TIMBRE.find(({ jusqua }) => versement <= jusqua)
  return Math.ceil(versement / 100_00) * (tranche?.parCent ?? 0)
}

/** A fact of a payment that can be held fixed; `cheque` is its bank, its number and its day. */
export type Fait = 'bien' | 'montant' | 'jour' | 'mode' | 'cheque'

/** Facts that each reason holds fixed, in the order in which the reasons refuse: the sale has ended (Q172), the cheque is at the bank or rejected, the payment replaces a rejected cheque. */
const FIGE = {
  terminee: ['bien', 'montant', 'jour'],
  cheque: ['bien', 'montant', 'jour', 'mode', 'cheque'],
  represente: ['bien', 'montant', 'mode'],
} as const satisfies Record<string, readonly Fait[]>

export type Raison = keyof typeof FIGE

/** The reasons that hold facts of a payment fixed. @param etat of its cheque, null without one */
export const raisonsFigees = (de: {
  terminee: boolean
  etat: EtatCheque | null
  represente: boolean
}): Raison[] => [
  ...(de.terminee ? (['terminee'] as const) : []),
  ...(de.etat !== null && de.etat !== 'recu' ? (['cheque'] as const) : []),
  ...(de.represente ? (['represente'] as const) : []),
]

/** True when one of the facts is fixed for this reason. */
export const tient = (raison: Raison, faits: readonly Fait[]): boolean =>
  FIGE[raison].some((fait: Fait) => faits.includes(fait))

/** A bien to which an amount is divided. Amounts in centimes. */
export interface Partageable {
  reste: Centimes
  en_retard: Centimes
  /** « 2026-D-0012 ». */
  dossier: string
}

/** Divides an amount over biens: what is late first, then what is left, each by dossier. In centimes, in the order given. */
export function repartir(montant: Centimes, biens: readonly Partageable[]): Centimes[] {
  const parDossier = biens
    .map((bien, rang) => ({ ...bien, rang }))
    .toSorted((a, b) => a.dossier.localeCompare(b.dossier, 'fr', { numeric: true }) || a.rang - b.rang)
  const parts = biens.map(() => 0)
  let left = montant
  const give = (rang: number, upTo: Centimes) => {
    const had = parts[rang] ?? 0
    const part = Math.max(Math.min(left, upTo - had), 0)
    parts[rang] = had + part
    left -= part
  }
  for (const { rang, reste, en_retard } of parDossier) give(rang, Math.min(en_retard, reste))
  for (const { rang, reste } of parDossier) give(rang, reste)
  return parts
}

/** How many cheques these payments are: those of a group are one. */
export const nombreDeCheques = (paiements: readonly Pick<Paiement, 'id' | 'groupe'>[]): number =>
  new Set(paiements.map(({ id, groupe }) => (groupe ? -groupe.id : id))).size

/** The means in words: « Virement CPA n° 4471 », « Espèces »; a missing part is left out. @param mot the mode in words */
export const formatMoyen = (
  mot: string,
  { banque, reference }: Pick<Moyen, 'banque' | 'reference'>,
): string => [mot, banque, reference && `n° ${reference}`].filter(Boolean).join(' ')

/** The first and the last day of the current month, the period that lists of payments and of cleared cheques have by default. */
export function ceMois(): { du: Jour; au: Jour } {
  const du = `${aujourdhui().slice(0, 7)}-01`
  return { du, au: addJours(addMois(du, 1), -1) }
}
