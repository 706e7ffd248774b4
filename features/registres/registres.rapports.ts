export const REGISTRE = 'Registre des reçus'
export const CAISSE = 'Journal de caisse'

/** The reports of the screen, by the word of its address. */
export const RAPPORTS = [
  { label: REGISTRE, search: { rapport: 'recus' } },
  { label: CAISSE, search: { rapport: 'caisse' } },
] as const
