import type { Cloture, ClotureDuJour } from '#features/rapports/clotures.contract.ts'
import type { TotauxDeCaisse } from '#features/rapports/registres.contract.ts'

/** Sums of a till, in centimes: nothing was taken. */
export const aTotauxDeCaisse = (given: Partial<TotauxDeCaisse> = {}): TotauxDeCaisse => ({
  modes: [],
  nombre: 0,
  montant: 0,
  especes: 0,
  timbre: 0,
  sorties: 0,
  attendu: 0,
  annules: 0,
  ...given,
})

/** Nadia's till of a day, closed with 500 DA too little. In centimes. */
export const aCloture = (given: Partial<Cloture> = {}): Cloture => ({
  id: 1,
  numero: '2026-C-0012',
  jour: '2026-03-12',
  membre: { id: 7, nom: 'Nadia' },
  nombre: 1,
  especes: 10_000_000,
  timbre: 150_000,
  sorties: 2_000_000,
  attendu: 8_150_000,
  trouve: 8_100_000,
  ecart: -50_000,
  note: 'Erreur de rendu',
  etablie_par: 'Nadia',
  etablie_le: '2026-03-12T16:05:00.000Z',
  remplace: null,
  ...given,
})

export const aClotureDuJour = (given: Partial<ClotureDuJour> = {}): ClotureDuJour => ({
  ...aCloture(given),
  depuis: 0,
  ...given,
})
