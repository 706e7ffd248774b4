/** The three kinds of bien, as the data names them (Q165). */
export type TypeBien = 'appartement' | 'local' | 'place_parking'

/** One bien among all. */
export interface BienDesigne {
  type: TypeBien
  id: number
}

interface Genre {
  /** What it is called on screen and on paper (D3 §2.3). */
  nom: string
  /** How the paths of calls spell it; those of a place understand place_parking and placeParking too (Q165). */
  chemin: string
  /** Its place among the three ids of the address of a bien's payments (Q152). */
  position: 0 | 1 | 2
  /** Where it stands among the biens of one client. */
  rang: number
}

/** All that is said of a kind of bien, wherever it is said. */
export const GENRES = {
  appartement: { nom: 'Appartement', chemin: 'appartement', position: 0, rang: 0 },
  local: { nom: 'Local', chemin: 'local', position: 2, rang: 1 },
  place_parking: { nom: 'Place de parking', chemin: 'place-parking', position: 1, rang: 2 },
} as const satisfies Record<TypeBien, Genre>

export const TYPES_DE_BIEN = ['appartement', 'local', 'place_parking'] as const satisfies readonly TypeBien[]

/** A bien without a client is disponible, with one vendu (D2 §4). */
export const ETATS = ['disponible', 'vendu'] as const
export type Etat = (typeof ETATS)[number]

/** « Appartement A-12 », « Place de parking 41 ». */
export const libelleDuBien = (type: TypeBien, numero: string | number): string =>
  `${GENRES[type].nom} ${numero}`

const COURTS = { appartement: 'Lot', local: 'Local', place_parking: 'Place' } satisfies Record<
  TypeBien,
  string
>

/** « Lot A101 », « Local L-03 », « Place 12 »: what a plan and its papers call it. */
export const titreDuBien = (type: TypeBien, numero: string | number): string => `${COURTS[type]} ${numero}`
