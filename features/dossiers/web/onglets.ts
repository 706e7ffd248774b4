export const ONGLETS = [
  { value: 'cours', label: 'En cours' },
  { value: 'options', label: 'Options' },
  { value: 'clos', label: 'Clos' },
] as const
export type Onglet = (typeof ONGLETS)[number]['value']

/** What the screen of dossiers keeps in the address; `reste` is 1 where something is still to be given back. */
export const DEFAULTS = {
  onglet: 'cours',
  page: 1,
  recherche: '',
  residence: 0,
  bloc: 0,
  tri: '',
  reste: '',
}
export type State = typeof DEFAULTS

/** What each tab is told. */
export interface OngletProps {
  state: State
  setState: (patch: Partial<State>, options?: { replace?: boolean }) => void
}

/** The tab of an address; one that is none is the first. */
export const toOnglet = (mot: string): Onglet => ONGLETS.find(({ value }) => value === mot)?.value ?? 'cours'
