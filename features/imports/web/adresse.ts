/** What the address of the screen says: the import that is shown, its messages, the page of those before. */
export const DEFAULTS = { import: 0, messages: 1, feuille: '', gravite: '', page: 1, exporter: '' }
export type Adresse = typeof DEFAULTS
export type SetAdresse = (patch: Partial<Adresse>, options?: { replace?: boolean }) => void
