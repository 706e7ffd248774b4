import type { encaissementsEndpoints } from '#features/rapports/encaissements.contract.ts'
import type { previsionsDuRapport } from '#features/rapports/previsions.contract.ts'
import type { ventesRapportEndpoints } from '#features/rapports/ventes.contract.ts'
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

type Previsions = Inside<NonNullable<(typeof previsionsDuRapport)['read']['response']>>

const MOIS = [
  '2026-11',
  '2026-12',
  ...Array.from({ length: 10 }, (_, n) => `2027-${String(n + 1).padStart(2, '0')}`),
]

/** On 20/11/2026: something late, a firm month, a foreseen one, something in every other place. Amounts in centimes. */
export const desPrevisions = (given: Partial<Previsions> = {}): Previsions => {
  const sommes = {
    en_retard: 80_000_000,
    mois: MOIS.map((mois, rang) => ({
      mois,
      ferme: rang === 1 ? 350_000_000 : 0,
      prevu: rang === 3 ? 120_000_050 : 0,
    })),
    depasse: 250_000_000,
    plus_tard: { ferme: 10_000_000, prevu: 20_000_000 },
    attend_contrat: 5_000_000,
    sans_date: 50_000_000,
    sans_echeancier: 7_000_000,
    total: 892_000_050,
  }
  const rien = {
    en_retard: 0,
    mois: MOIS.map((mois) => ({ mois, ferme: 0, prevu: 0 })),
    depasse: 0,
    plus_tard: { ferme: 0, prevu: 0 },
    attend_contrat: 0,
    sans_date: 0,
    sans_echeancier: 0,
    total: 0,
  }
  return {
    aujourdhui: '2026-11-20',
    ...sommes,
    residences: onePage([
      { id: 1, nom: 'Les Lilas', ...sommes },
      { id: 2, nom: 'Les Oliviers', ...rien },
    ]),
    ...given,
  }
}
type Ventes = Inside<NonNullable<(typeof ventesRapportEndpoints)['ventes']['response']>>

const RIEN_VENDU = { ventes: 0, prix: 0, desistements: 0, prix_desistes: 0, retraits: 0 }

/** October: two sales. November: one, and a désistement. Amounts in centimes. */
export const desVentes = (given: Partial<Ventes> = {}): Ventes => ({
  du: '2026-10',
  au: '2026-11',
  bornes: { premier: '2025-03', dernier: '2026-11' },
  totals: { ventes: 3, prix: 2_400_000_001, desistements: 1, prix_desistes: 1_000_000_001, retraits: 1 },
  mois: [
    { ...RIEN_VENDU, mois: '2026-10', ventes: 2, prix: 1_600_000_000, retraits: 1 },
    {
      ...RIEN_VENDU,
      mois: '2026-11',
      ventes: 1,
      prix: 800_000_001,
      desistements: 1,
      prix_desistes: 1_000_000_001,
    },
  ],
  lignes: onePage([
    {
      ...RIEN_VENDU,
      id: 2,
      nom: 'Nadia Ferhat',
      ventes: 3,
      prix: 2_400_000_001,
      desistements: 1,
      prix_desistes: 1_000_000_001,
      retraits: 1,
    },
    { ...RIEN_VENDU, id: null, nom: 'Non précisé' },
  ]),
  ...given,
})
