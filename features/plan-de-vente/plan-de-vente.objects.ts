import {
  planDeVenteEndpoints,
  type Lot,
  type PlanDeVente,
} from '#features/plan-de-vente/plan-de-vente.contract.ts'
import { CODES_D_ETAT } from '#shared/etats.ts'
import { answer, type Answer } from '#test/harness/screens/answers.ts'

/** A lot that is free, at 1 000 000 DA. */
const aLot = (given: Partial<Lot> = {}): Lot => ({
  id: 1,
  type: 'appartement',
  numero: 'A1',
  sorte: 'F3',
  surface: 92_50,
  montant: 1_000_000_00,
  prixM2: 10_810_81,
  etat: 'libre',
  client: null,
  option: null,
  bloque_motif: null,
  plan_pdf: false,
  version: 1,
  ...given,
})

const MEZIANE = { id: 7, nomComplet: 'Lila Meziane' }
export const ECHEANCE = '2027-03-12'

/** A bloc of two étages with a lot of each state, and a local. */
function aBlocOf(id: number, lettre: string): PlanDeVente['blocs'][number] {
  const lot = (rang: number, n: number, given: Partial<Lot> = {}) =>
    aLot({ id: 100 * id + rang, numero: `${lettre}${n}`, ...given })
  const f4 = { sorte: 'F4' } as const
  const etage = (rang: number, designation: string, lots: Lot[]) => ({
    id: 10 * id + rang,
    designation,
    niveau: rang,
    logement_par_palier: 3,
    lots,
  })
  return {
    id,
    nomloc: `Bloc ${lettre}`,
    etages: [
      etage(1, '1er étage', [
        lot(1, 101, { ...f4, surface: 97_75, montant: 11_730_000_00, prixM2: 120_000_00 }),
        lot(2, 102, { ...f4, etat: 'option', option: { nom: 'Zoubir Kaci', expire_le: ECHEANCE } }),
        lot(3, 103, { ...f4, etat: 'bloque', bloque_motif: 'Litige du voisin' }),
        lot(4, 104, { ...f4, etat: 'vendu', client: MEZIANE }),
        lot(5, 105, { ...f4, etat: 'livre', client: MEZIANE }),
      ]),
      etage(0, 'Rez-de-chaussée', [lot(6, 1), lot(7, 2), lot(8, 10)]),
    ],
    locaux: [
      aLot({
        id: 100 * id + 9,
        type: 'local',
        numero: `L-${lettre}`,
        sorte: null,
        surface: 45_00,
        montant: 1_000_000_50,
      }),
    ],
  }
}

const lotsOf = ({ blocs, parkings }: Pick<PlanDeVente, 'blocs' | 'parkings'>): Lot[] => [
  ...blocs.flatMap(({ etages, locaux }) => [...etages.flatMap(({ lots }) => lots), ...locaux]),
  ...parkings.flatMap(({ places }) => places),
]

/** Adds to a plan of these parts its totals, state by state. */
function withTotaux(plan: Omit<PlanDeVente, 'totaux'>): PlanDeVente {
  const totaux = CODES_D_ETAT.map((etat) => {
    const lots = lotsOf(plan).filter((lot) => lot.etat === etat)
    return { etat, nombre: lots.length, valeur: lots.reduce((sum, { montant }) => sum + (montant ?? 0), 0) }
  })
  return { ...plan, totaux }
}

/** Two blocs of two étages, locaux and a parking of twelve places, a lot of each state: 30 lots. */
export const aTour = (given: Partial<PlanDeVente> = {}): PlanDeVente =>
  withTotaux({
    residence: { id: 1, nom: 'Les Cèdres', adresse: 'Alger' },
    blocs: [aBlocOf(1, 'A'), aBlocOf(2, 'B')],
    parkings: [
      {
        id: 3,
        parking_nom: 'Sous-sol',
        nb_places: 12,
        places: Array.from({ length: 12 }, (_, at) =>
          aLot({
            id: 301 + at,
            type: 'place_parking',
            numero: String(at + 1),
            sorte: 'Box',
            surface: null,
            montant: 500_000_00,
            prixM2: null,
          }),
        ),
      },
    ],
    ...given,
  })

/** The same as a buyer may see it. */
function forBuyers(plan: PlanDeVente): PlanDeVente {
  const told = (lot: Lot): Lot => ({
    ...lot,
    montant: null,
    prixM2: null,
    client: null,
    option: null,
    bloque_motif: null,
    etat: lot.etat === 'bloque' ? 'indisponible' : lot.etat === 'livre' ? 'vendu' : lot.etat,
  })
  return {
    ...plan,
    totaux: [],
    blocs: plan.blocs.map((bloc) => ({
      ...bloc,
      etages: bloc.etages.map((etage) => ({ ...etage, lots: etage.lots.map(told) })),
      locaux: bloc.locaux.map(told),
    })),
    parkings: plan.parkings.map((parking) => ({ ...parking, places: parking.places.map(told) })),
  }
}

/** Answers with this plan, to a buyer with what he may see of it. */
export const thePlan = (plan: PlanDeVente = aTour()): Answer =>
  answer(planDeVenteEndpoints.read, ({ query }) => (query.get('vue') === 'client' ? forBuyers(plan) : plan))
