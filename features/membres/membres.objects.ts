import type { MembreListe } from '#features/membres/membres.contract.ts'

export const aMembre = (given: Partial<MembreListe> = {}): MembreListe => ({
  id: 2,
  name: 'Amina Haddad',
  email: 'amina@diyar.dz',
  statut: 'activé',
  role: 'direction',
  jamais_actif: false,
  inscrit_le: '2026-01-05',
  desactive_le: null,
  second_facteur: false,
  provisoire_jusqu_au: null,
  version: 1,
  ...given,
})
