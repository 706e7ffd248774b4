import { CODES_ETAT, type EtatCheque } from '#features/paiements/modes.ts'

export const ONGLETS = [...CODES_ETAT, 'remises'] as const
export type Onglet = (typeof ONGLETS)[number]

/** What the screen of cheques keeps in the address. */
export const DEFAULTS = { onglet: 'recu', page: 1, recherche: '', banque: '', du: '', au: '' }
type State = typeof DEFAULTS

/** What each tab is told. */
export interface OngletProps {
  state: State
  setState: (patch: Partial<State>, options?: { replace?: boolean }) => void
}

/** The tab of an address; one that is none is the first. */
export const toOnglet = (mot: string): Onglet => ONGLETS.find((onglet) => onglet === mot) ?? 'recu'

export const isEtat = (onglet: Onglet): onglet is EtatCheque => onglet !== 'remises'

/** Where cheques are ticked: those that are still to be brought or cleared. */
export const isOuvert = (onglet: Onglet): onglet is 'recu' | 'remis' =>
  onglet === 'recu' || onglet === 'remis'
