import { fromDecimal, toDecimal, type Centimes } from '#shared/argent.ts'

/** The three kinds of bien, by their names in the data (Q165). */
export type TypeBien = 'appartement' | 'local' | 'place_parking'

export interface BienDesigne {
  type: TypeBien
  id: number
}

/** « Ibn Khaldoun » for « Résidence Ibn Khaldoun », where a row has no room for the whole name. */
export const nomCourtDeResidence = (nom: string): string => nom.replace(/^Résidence /, '')

interface Genre {
  /** Name of the kind on screens and papers (D3 §2.3). */
  nom: string
  /** Spelling of the kind in the paths of calls. For a place, place_parking and placeParking are understood too (Q165). */
  chemin: string
  /** Position of this kind's id among the three ids in the address of a bien's payments (Q152). */
  position: 0 | 1 | 2
  /** Order of the kinds in the list of a client's biens. */
  rang: number
}

export const GENRES = {
  appartement: { nom: 'Appartement', chemin: 'appartement', position: 0, rang: 0 },
  local: { nom: 'Local', chemin: 'local', position: 2, rang: 1 },
  place_parking: { nom: 'Place de parking', chemin: 'place-parking', position: 1, rang: 2 },
} as const satisfies Record<TypeBien, Genre>

export const TYPES_DE_BIEN = ['appartement', 'local', 'place_parking'] as const satisfies readonly TypeBien[]

/** Total area of an appartement, both areas in hundredths of m² (Q119). */
export const surfaceTotale = (lot: { surfaceHabitable: number; surfaceUtile: number }): number =>
  lot.surfaceHabitable + lot.surfaceUtile

/** {@link surfaceTotale} of an appartement as an answer gives it, in m²; null when an area is missing. */
export const surfaceTotaleLue = (lot: {
  surfaceHabitable: number | null
  surfaceUtile: number | null
}): number | null =>
  lot.surfaceHabitable === null || lot.surfaceUtile === null
    ? null
    : toDecimal(
        surfaceTotale({
          surfaceHabitable: fromDecimal(lot.surfaceHabitable),
          surfaceUtile: fromDecimal(lot.surfaceUtile),
        }),
      )

/** Price per m² in centimes, rounded, from a price in centimes and an area in hundredths of m²; null without an area. */
export function prixAuMetreCarre(prix: Centimes, surface: number): Centimes | null {
  return surface > 0 ? Math.round((prix * 100) / surface) : null
}

/** A bien is disponible without a client and vendu with one (D2 §4). */
export const ETATS = ['disponible', 'vendu'] as const
export type Etat = (typeof ETATS)[number]

interface Formes {
  nom: string
  le: string
  du: string
  au: string
}

/** Words before the number of a bien: alone, and with the article inside a sentence. */
export const FORMES = {
  appartement: {
    nom: GENRES.appartement.nom,
    le: "l'appartement",
    du: "de l'appartement",
    au: "à l'appartement",
  },
  local: { nom: GENRES.local.nom, le: 'le local', du: 'du local', au: 'au local' },
  place_parking: { nom: 'Place', le: 'la place', du: 'de la place', au: 'à la place' },
} as const satisfies Record<TypeBien, Formes>

/** {@link FORMES} in Arabic, where « رقم » leads to the number. */
export const FORMES_ARABES = {
  appartement: { nom: 'شقة', le: 'الشقة رقم', du: 'الشقة رقم', au: 'بالشقة رقم' },
  local: { nom: 'محل', le: 'المحل رقم', du: 'المحل رقم', au: 'بالمحل رقم' },
  place_parking: {
    nom: 'موقف سيارة',
    le: 'موقف السيارة رقم',
    du: 'موقف السيارة رقم',
    au: 'بموقف السيارة رقم',
  },
} as const satisfies Record<TypeBien, Formes>

/** Label of a bien on every screen and in every list: « Appartement A-12 », « Local L-3 », « Place 41 ». */
export const libelleDuBien = (type: TypeBien, numero: string | number): string =>
  `${FORMES[type].nom} ${numero}`

/** {@link leBien} in Arabic. */
export const leBienEnArabe = ({ type, numero }: { type: TypeBien; numero: string | number }): string =>
  `${FORMES_ARABES[type].le} ${numero}`

/** A bien inside a sentence: « l'appartement A-12 », « le local L-3 », « la place 41 ». */
export const leBien = ({ type, numero }: { type: TypeBien; numero: string | number }): string =>
  `${FORMES[type].le} ${numero}`

/** A bien after « de »: « de l'appartement A-12 », « du local L-3 », « de la place 41 ». */
export const duBien = ({ type, numero }: { type: TypeBien; numero: string | number }): string =>
  `${FORMES[type].du} ${numero}`
