import { GENRES, TYPES_DE_BIEN, type BienDesigne } from '#shared/biens.ts'
import { screens } from '#web/screens.ts'

/** Where a link leads: a screen and, in `search`, what it is to show. */
export interface Adresse {
  to: string
  search?: Record<string, string>
}

export { screens }

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

/** A residence as it is sold, or one of its blocs. */
export const planDeVenteOf = (residence: number, bloc?: number): Adresse => ({
  to: screens.planDeVente,
  search: { residence: String(residence), ...(bloc !== undefined && { bloc: String(bloc) }) },
})

/** A client's file. */
export const clientAt = (client: number): string => `${screens.clients}/${client}`

/** A sale as a file. */
export const dossierAt = (vente: number): string => `${screens.ventes}/${vente}`

/** Where lots are generated into a residence. */
export const genererAt = (residence: number): string => `${screens.residences}/${residence}/generer`

/** Where the portfolio is exported, what it may be narrowed to in sight. */
export const exportAt: Adresse = { to: screens.importer, search: { exporter: 'oui' } }

/** The payments of a bien: `/clients/1/paiements/0/0/7` for the local 7 (Q152). */
export const paiementsOf = (client: number, { type, id }: BienDesigne): string =>
  `/clients/${client}/paiements/${'0/'.repeat(GENRES[type].position)}${id}`

const ABSENT = new Set(['', '0', '-', 'null', 'undefined'])
const IDENTIFIANT = /^[1-9]\d{0,14}$/

/**
 * What follows `/clients/{clientId}/paiements/` : the ids of an appartement, a place, a local, in that order, of which
 * exactly one is set; 0, -, null, undefined and nothing stand for unset (Q152). Null for none, several, or no id (Q153).
 */
export function bienOfPath(path: string): BienDesigne | null {
  const segments = path.replace(/^\/|\/$/g, '').split('/')
  const named = segments.flatMap((id, position) => (ABSENT.has(id) ? [] : [{ id, position }]))
  const [bien] = named
  const type = TYPES_DE_BIEN.find((kind) => GENRES[kind].position === bien?.position)
  if (named.length !== 1 || !bien || !type || !IDENTIFIANT.test(bien.id)) return null
  return { type, id: Number(bien.id) }
}
