import type { encaissementsEndpoints } from '#features/rapports/encaissements.contract.ts'
import type { Inside } from '#shared/endpoint.ts'
import { onePage } from '#test/harness/screens/page.ts'

type Encaissements = Inside<NonNullable<(typeof encaissementsEndpoints)['read']['response']>>

const RIEN = { encaisse: 0, nombre: 0, rejete: 0, net: 0, rembourse: 0, retenues: 0, timbre: 0 }

/** October: two payments. November: one, less October's cheque, which was rejected; a refund of which something was kept. Amounts in centimes. */
export const desEncaissements = (given: Partial<Encaissements> = {}): Encaissements => ({
  du: '2026-10',
  au: '2026-11',
  bornes: { premier: '2025-03', dernier: '2026-11' },
  totals: {
    encaisse: 870_000_050,
    nombre: 3,
    rejete: 100_000_000,
    net: 770_000_050,
    rembourse: 225_000_000,
    retenues: 25_000_000,
    timbre: 0,
  },
  modes: [
    { mode: 'virement', nombre: 2, montant: 770_000_050 },
    { mode: 'cheque', nombre: 1, montant: 100_000_000 },
  ],
  mois: [
    { ...RIEN, mois: '2026-10', encaisse: 600_000_000, nombre: 2, net: 600_000_000 },
    {
      ...RIEN,
      mois: '2026-11',
      encaisse: 270_000_050,
      nombre: 1,
      rejete: 100_000_000,
      net: 170_000_050,
      rembourse: 225_000_000,
      retenues: 25_000_000,
    },
  ],
  residences: onePage([
    { ...RIEN, id: 1, nom: 'Les Lilas', encaisse: 600_000_000, nombre: 2, net: 600_000_000 },
    {
      ...RIEN,
      id: 2,
      nom: 'Les Oliviers',
      encaisse: 270_000_050,
      nombre: 1,
      rejete: 100_000_000,
      net: 170_000_050,
      rembourse: 225_000_000,
      retenues: 25_000_000,
    },
  ]),
  ...given,
})
