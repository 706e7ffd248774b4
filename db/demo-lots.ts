import type { Centimes } from '#shared/argent.ts'
import type { TypeBien } from '#shared/biens.ts'
import { RESIDENCES } from '#db/demo-names.ts'
import { repeat } from '#db/random.ts'

/** A bien of the demo's three résidences as its workbook writes it; surfaces in m², prices in centimes. */
export interface Lot {
  /** Names it in the demo's own plans. */
  cle: string
  type: TypeBien
  residence: number
  /** Rank of its bloc among all blocs; null for a place. */
  bloc: number | null
  /** Name of its bloc, or of its parking. */
  lieu: string
  etage: string
  niveau: number
  numero: string
  sorte: string
  surface: number
  utile: number
  prix: Centimes
}

const DINARS = 100
const CENT_MILLE = 100_000 * DINARS

/** The six lots of a floor: kind, surface to live in, balconies and loggias. */
const PLANS = [
  ['F3', 78.5, 8.5],
  ['F4', 96.4, 11.2],
  ['F3', 74.2, 7.9],
  ['F2', 58.6, 5.4],
  ['F5', 118.2, 14.6],
  ['F3', 80.3, 9.1],
] as const
/** Dinars for a square metre to live in on the ground floor, in each résidence; each floor above costs one percent more. */
const PRIX_DU_METRE = [162_000, 148_000, 135_000]
const PRIX_D_UN_LOCAL = [320_000, 285_000, 260_000]
const SURFACES_DES_LOCAUX = [42, 64, 38.5, 85, 52, 110, 47.5, 70]
const LOCAUX = 30
const PLACES = 30
const PRIX_D_UNE_PLACE = { 'Plein Air': 900_000, Couvert: 1_200_000, Box: 1_800_000 }

export const ETAGES = ['Rez-de-chaussée', '1er étage', '2e étage', '3e étage', '4e étage']
export const PARKINGS = [
  { nom: 'Sous-sol Yasmine', residence: 0, sorte: 'Couvert' },
  { nom: 'Parking extérieur Yasmine', residence: 0, sorte: 'Plein Air' },
  { nom: 'Sous-sol Tafourah', residence: 1, sorte: 'Couvert' },
  { nom: 'Parking Ibn Khaldoun', residence: 2, sorte: 'Couvert' },
] as const
export const NB_PLACES = PLACES
export const NB_LOGEMENTS = PLANS.length

export const BLOCS = RESIDENCES.flatMap(({ blocs }, residence) => blocs.map((nom) => ({ nom, residence })))

/** A price as one is written on a list: in hundreds of thousands of dinars. */
const round = (dinars: number): Centimes => Math.round((dinars * DINARS) / CENT_MILLE) * CENT_MILLE

const hundredth = (surface: number): number => Math.round(surface * 100) / 100

const appartements = BLOCS.flatMap(({ nom, residence }, bloc) =>
  ETAGES.flatMap((etage, niveau) =>
    PLANS.map(([sorte, surface, balcons], rang): Lot => {
      const numero = `${/^Bloc (\w)/.exec(nom)?.[1] ?? ''}${niveau}0${rang + 1}`
      const metre = (PRIX_DU_METRE[residence] ?? 0) * (1 + niveau / 100)
      return {
        cle: `${nom} ${numero}`,
        type: 'appartement',
        residence,
        bloc,
        lieu: nom,
        etage,
        niveau,
        numero,
        sorte,
        surface,
        // The plans of the last résidence write an utile that holds the habitable.
        utile: hundredth(residence === 2 ? surface + balcons : balcons),
        prix: round(surface * metre),
      }
    }),
  ),
)

const locaux = repeat(LOCAUX, (n): Lot => {
  const bloc = n % BLOCS.length
  const { nom = '', residence = 0 } = BLOCS[bloc] ?? {}
  const surface =
    SURFACES_DES_LOCAUX[(n * 3 + Math.floor(n / BLOCS.length)) % SURFACES_DES_LOCAUX.length] ?? 0
  return {
    cle: `Local ${n + 1}`,
    type: 'local',
    residence,
    bloc,
    lieu: nom,
    etage: '',
    niveau: 0,
    numero: `L-${String(n + 1).padStart(2, '0')}`,
    sorte: n % 3 === 0 ? 'Angle, double vitrine, hauteur sous plafond 4,20 m' : '',
    surface,
    utile: 0,
    prix: round(surface * (PRIX_D_UN_LOCAL[residence] ?? 0)),
  }
})

const places = PARKINGS.flatMap(({ nom, residence, sorte }) =>
  repeat(PLACES, (n): Lot => {
    const type = n % 10 === 9 ? 'Box' : sorte
    return {
      cle: `${nom} ${n + 1}`,
      type: 'place_parking',
      residence,
      bloc: null,
      lieu: nom,
      etage: '',
      niveau: 0,
      numero: String(n + 1),
      sorte: type,
      surface: type === 'Box' ? 18 : 12.5,
      utile: 0,
      prix: PRIX_D_UNE_PLACE[type] * DINARS,
    }
  }),
)

export const LOTS: readonly Lot[] = [...appartements, ...locaux, ...places]
