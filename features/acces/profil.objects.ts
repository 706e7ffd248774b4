import type { Profil } from '#features/acces/profil.contract.ts'

export const aProfil = (given: Partial<Profil> = {}): Profil => ({
  name: 'Karim Benali',
  email: 'karim@diyar.dz',
  statut: 'activé',
  role: 'direction',
  version: 1,
  suite: null,
  second_facteur: { actif: false, codes_restants: 0 },
  ...given,
})
