/** Where a link leads: a screen and, in `search`, what it is to show. */
export interface Adresse {
  to: string
  search?: Record<string, string>
}

/** The address of every screen; `web/app/routes.tsx` registers each of them, and no other place writes one. */
export const screens = {
  login: '/login',
  signup: '/signup',
  inactive: '/inactive',
  dashboard: '/dashboard',
  residences: '/residence',
  blocs: '/bloc',
  etages: '/etage',
  appartements: '/appartement',
  locaux: '/locaux',
  parkings: '/parking',
  clients: '/clients',
  paiements: '/paiements',
  promoteur: '/promoteur',
  recap: '/recap',
  membres: '/users',
  charges: '/charges',
  profil: '/profile',
} as const

/** The blocs of a residence. */
export const blocsOf = (residence: number): Adresse => ({
  to: screens.blocs,
  search: { residence: String(residence) },
})

/** The étages of a bloc. */
export const etagesOf = (residence: number, bloc: number): Adresse => ({
  to: screens.etages,
  search: { residence: String(residence), bloc: String(bloc) },
})

/** The appartements of an étage. */
export const appartementsOf = (residence: number, bloc: number, etage: number): Adresse => ({
  to: screens.appartements,
  search: { residence: String(residence), bloc: String(bloc), etage: String(etage) },
})

/** An appartement, its details open. */
export const appartementAt = (id: number): Adresse => ({
  to: screens.appartements,
  search: { details: String(id) },
})

/** A local, its details open. */
export const localAt = (id: number): Adresse => ({ to: screens.locaux, search: { details: String(id) } })

/** The places of a parking. */
export const placesOf = (parking: number): Adresse => ({
  to: screens.parkings,
  search: { places: String(parking) },
})

/** What a client has bought. */
export const biensOf = (client: number): Adresse => ({
  to: screens.clients,
  search: { biens: String(client) },
})

/** The payment form, open; for that client if he is known. */
export const newPaiement = (client?: number): Adresse => ({
  to: screens.paiements,
  search: { ajouter: client === undefined ? 'oui' : String(client) },
})
