import type { Mode, TypePayeur } from '#features/paiements/modes.ts'

/** How a payment was paid, and by whom when it was not the client. */
export interface Moyen {
  mode: Mode | null
  banque: string | null
  reference: string | null
  date_cheque: string | null
  payeur_type: TypePayeur | null
  payeur: string | null
}

/** What a form says of it: a field that is undefined stays as it is. */
export type MoyenSaisi = { [F in keyof Moyen]?: Moyen[F] | undefined }

export const SANS_MOYEN: Moyen = {
  mode: null,
  banque: null,
  reference: null,
  date_cheque: null,
  payeur_type: null,
  payeur: null,
}

/** What is wrong with a means of payment, by field. */
export type FautesDuMoyen = { [F in keyof Moyen]?: string }

const CHOISIR = 'Veuillez choisir le mode de paiement.'
const PAR_LA_BANQUE: readonly (Mode | null)[] = ['virement', 'cheque', 'versement_bancaire']

/**
 * What is kept of a payment's means once a form is merged with what was known: espèces have neither bank nor reference, only
 * a cheque has a day of its own, the client has no name of payer. `fautes` says what refuses it, and is empty when nothing does.
 * @param exiger does the firm demand mode, bank and reference of every payment? An older one stays as it is until it is filled in
 */
export function mergeMoyen(
  avant: Moyen | null,
  saisi: MoyenSaisi,
  exiger: boolean,
): { moyen: Moyen; fautes: FautesDuMoyen } {
  const connu = avant ?? SANS_MOYEN
  const moyen: Moyen = {
    mode: saisi.mode === undefined ? connu.mode : saisi.mode,
    banque: saisi.banque === undefined ? connu.banque : saisi.banque,
    reference: saisi.reference === undefined ? connu.reference : saisi.reference,
    date_cheque: saisi.date_cheque === undefined ? connu.date_cheque : saisi.date_cheque,
    payeur_type: saisi.payeur_type === undefined ? connu.payeur_type : saisi.payeur_type,
    payeur: saisi.payeur === undefined ? connu.payeur : saisi.payeur,
  }
  const fautes: FautesDuMoyen = {}
  const { mode } = moyen
  if (mode === null && (moyen.banque ?? moyen.reference ?? moyen.date_cheque) !== null) fautes.mode = CHOISIR
  if (mode === 'especes') moyen.banque = moyen.reference = null
  if (mode !== 'cheque') moyen.date_cheque = null
  if (moyen.payeur_type === null) {
    if (saisi.payeur != null) fautes.payeur_type = 'Veuillez préciser qui paie.'
    moyen.payeur = null
  }
  return { moyen, fautes: exiger ? { ...fautes, ...manques(avant, moyen) } : fautes }
}

/** What the firm demands and is not there. */
function manques(avant: Moyen | null, moyen: Moyen): FautesDuMoyen {
  const asked = (champ: 'mode' | 'banque' | 'reference') =>
    moyen[champ] === null && (avant === null || avant.mode !== moyen.mode || avant[champ] !== null)
  if (moyen.mode === null) return avant === null || avant.mode !== null ? { mode: CHOISIR } : {}
  if (!PAR_LA_BANQUE.includes(moyen.mode)) return {}
  return {
    ...(asked('banque') && { banque: 'La banque est obligatoire.' }),
    ...(asked('reference') && { reference: 'La référence est obligatoire.' }),
  }
}

/** « Virement CPA n° 4471 », « Chèque BNA n° 0012345 », « Espèces »; what is missing is left out. @param mot the mode in words */
export const formatMoyen = (
  mot: string,
  { banque, reference }: Pick<Moyen, 'banque' | 'reference'>,
): string => [mot, banque, reference && `n° ${reference}`].filter(Boolean).join(' ')
