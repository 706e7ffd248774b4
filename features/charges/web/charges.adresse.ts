import { ETATS_BON, type EtatBon } from '#features/charges/charges.words.ts'
import type { PeriodeChoisie } from '#features/rapports/periode.choix.ts'
import { useUrlState } from '#web/kit/list/useUrlState.ts'

/**
 * State of the charges in the address. `bons` and `lignes` hold the pages of the lists inside categories and vouchers; `bon` is the id of a
 * voucher found by the search; `nom` and `solde` narrow the fournisseurs, `periode`, `de` and `a` the table of a period, the last five the vouchers.
 */
const DEFAULTS = {
  onglet: '',
  page: 1,
  bons: '',
  lignes: '',
  bon: 0,
  recherche: '',
  nom: '',
  solde: '',
  periode: '',
  de: '',
  a: '',
  fournisseur: '',
  residence: 0,
  etat: '',
  du: '',
  au: '',
}
export type ChargesAsked = typeof DEFAULTS
export type ChangeCharges = (patch: Partial<ChargesAsked>, options?: { replace?: boolean }) => void

export const useChargesAsked = (): [ChargesAsked, ChangeCharges] => useUrlState(DEFAULTS)

export const AUCUN_FILTRE = { fournisseur: '', residence: 0, etat: '', du: '', au: '' }

export const ONGLETS = [
  { value: '', label: 'Catégories' },
  { value: 'bons', label: 'Bons' },
  { value: 'fournisseurs', label: 'Par fournisseur' },
  { value: 'periode', label: 'Par période' },
] as const
export type Onglet = (typeof ONGLETS)[number]['value']

/** The tab of an address, the first for an unknown word. */
export const ongletOf = ({ onglet }: ChargesAsked): (typeof ONGLETS)[number] =>
  ONGLETS.find(({ value }) => value === onglet) ?? ONGLETS[0]

/** The state of a voucher in an address; undefined for none and for an unknown word. */
export const etatOf = (etat: string): EtatBon | undefined =>
  Object.hasOwn(ETATS_BON, etat) ? (etat as EtatBon) : undefined

/** The period of « Par période », whose months are no days of vouchers. */
export const periodeOf = ({ periode, de, a }: ChargesAsked): PeriodeChoisie => ({ periode, du: de, au: a })

/** Returns the part of the address that a change of that period sets. */
export const toPeriode = ({ periode, du, au }: Partial<PeriodeChoisie>): Partial<ChargesAsked> => ({
  ...(periode !== undefined && { periode }),
  ...(du !== undefined && { de: du }),
  ...(au !== undefined && { a: au }),
})
