import type { Trouvaille } from '#features/recherche/recherche.contract.ts'

/** A hit of the search that leads nowhere in particular. */
export const aTrouvaille = (given: Partial<Trouvaille> = {}): Trouvaille => ({
  genre: 'client',
  id: 1,
  titre: 'Lina Saïdi',
  lieu: '',
  residence_id: null,
  bloc_id: null,
  parking_id: null,
  client: null,
  totaux: null,
  vente_id: null,
  montant: null,
  surface: null,
  etat_bien: null,
  page: null,
  paiement: null,
  bon: null,
  cloture: null,
  ...given,
})
