export const REGISTRE = 'Registre des reçus'
export const CAISSE = 'Journal de caisse'

export const RAPPORTS = [
  { label: REGISTRE, search: { rapport: 'recus' } },
  { label: CAISSE, search: { rapport: 'caisse' } },
] as const
