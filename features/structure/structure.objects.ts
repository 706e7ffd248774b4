import type { Bloc } from '#features/structure/blocs.contract.ts'
import type { Etage } from '#features/structure/etages.contract.ts'
import type { Residence, StatsOccupation } from '#features/structure/residences.contract.ts'

export const aResidence = (given: Partial<Residence> = {}): Residence => ({
  id: 1,
  nom: 'Les Pins',
  adresse: '12 rue Didouche Mourad, Alger',
  plan_pdf: null,
  est_saturee: false,
  taux_occupation: 0,
  blocs_count: 0,
  etages_count: 0,
  appartements_count: 0,
  occupied_count: 0,
  locaux_count: 0,
  parkings_count: 0,
  version: 1,
  ...given,
})

export const aBloc = (given: Partial<Bloc> = {}): Bloc => ({
  id: 1,
  nomloc: 'Bloc A',
  description: 'R+4',
  residence_id: 1,
  residence: { id: 1, nom: 'Les Pins' },
  etages_count: 0,
  locaux_count: 0,
  appartementCount: 0,
  availableCount: 0,
  occupiedCount: 0,
  tauxOccupation: 0,
  stade: null,
  version: 1,
  ...given,
})

export const anEtage = (given: Partial<Etage> = {}): Etage => ({
  id: 1,
  designation: '1er étage',
  niveau: 1,
  logement_par_palier: 4,
  bloc_id: 1,
  bloc: { id: 1, nomloc: 'Bloc A', residence_id: 1, residence: { id: 1, nom: 'Les Pins' } },
  logements_count: 0,
  occupied_logements_count: 0,
  tauxOccupation: 0,
  version: 1,
  ...given,
})

/** Figures of a report on so many lots, all of one type. */
export const anOccupation = (lots = 0, sold = 0): StatsOccupation => ({
  appartementCount: lots,
  occupiedCount: sold,
  availableCount: lots - sold,
  tauxOccupation: lots === 0 ? 0 : Math.round((10_000 * sold) / lots) / 100,
  typeDistribution: lots === 0 ? {} : { F3: lots },
  typeOccupation: lots === 0 ? {} : { F3: sold },
})
