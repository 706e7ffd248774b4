import { GENRES, TYPES_DE_BIEN, type BienDesigne } from '#shared/biens.ts'
import { screens } from '#shared/screens.ts'

/** Target of a link: a screen and its search parameters. */
export interface Adresse {
  to: string
  search?: Record<string, string>
}

export { screens }

export const blocsOf = (residence: number): Adresse => ({
  to: screens.blocs,
  search: { residence: String(residence) },
})

export const etagesOf = (residence: number, bloc: number): Adresse => ({
  to: screens.etages,
  search: { residence: String(residence), bloc: String(bloc) },
})

export const appartementsOf = (residence: number, bloc: number, etage: number): Adresse => ({
  to: screens.appartements,
  search: { residence: String(residence), bloc: String(bloc), etage: String(etage) },
})

/** Address of an appartement with its details open. */
export const appartementAt = (id: number): Adresse => ({
  to: screens.appartements,
  search: { details: String(id) },
})

/** Address of a local with its details open. */
export const localAt = (id: number): Adresse => ({ to: screens.locaux, search: { details: String(id) } })

export const placesOf = (parking: number): Adresse => ({
  to: screens.parkings,
  search: { places: String(parking) },
})

/** Address of the biens of a client. */
export const biensOf = (client: number): Adresse => ({
  to: screens.clients,
  search: { biens: String(client) },
})

/** Address of the open payment form, with its client when given. */
export const newPaiement = (client?: number): Adresse => ({
  to: screens.paiements,
  search: { ajouter: client === undefined ? 'oui' : String(client) },
})

/** Address of the form of one payment for several biens of a client. */
export const newVersementGroupe = (client: number): Adresse => ({
  to: screens.paiements,
  search: { grouper: String(client) },
})

/** Address of the dialog « Vendre un bien », with its client. */
export const sellTo = (client: number): Adresse => ({
  to: screens.ventes,
  search: { vendre: String(client) },
})

/** Address of the plan de vente of a residence or of one bloc. */
export const planDeVenteOf = (residence: number, bloc?: number): Adresse => ({
  to: screens.planDeVente,
  search: { residence: String(residence), ...(bloc !== undefined && { bloc: String(bloc) }) },
})

/** Address of a client's file. */
export const clientAt = (client: number): string => `${screens.clients}/${client}`

/** Address of the dossier of a vente. */
export const dossierAt = (vente: number): string => `${screens.ventes}/${vente}`

/** Address of the appels de fonds of a stade that a bloc has reached. */
export const appelsAt = (bloc: number, stade: number): string => `/blocs/${bloc}/stades/${stade}/appels`

/** Address of the options, which have a tab on the screen of the ventes. */
export const optionsAt: Adresse = { to: screens.ventes, search: { onglet: 'options' } }

/** Address of the closed dossiers of a bien. */
export const closDuBienAt = (bien: number): Adresse => ({
  to: screens.ventes,
  search: { onglet: 'clos', bien: String(bien) },
})

/** The open dossiers without échéancier. */
export const sansEcheancierAt: Adresse = { to: screens.ventes, search: { sans_echeancier: '1' } }

/** Address of the open ventes whose contract has no day yet. */
export const sansContratAt: Adresse = { to: screens.ventes, search: { sans_contrat: '1' } }

/** Address of the rejected cheques that are still to represent, which the tab shows at first. */
export const chequesRejetesAt: Adresse = { to: screens.cheques, search: { onglet: 'rejete' } }
/** Address of the remises, which have a tab on the screen of the cheques. */
/** The till of a day, of one member or of all. */
export const caisseAt = (jour: string, membre: number | null = null): Adresse => ({
  to: screens.rapports,
  search: { rapport: 'caisse', jour, ...(membre !== null && { membre: String(membre) }) },
})
export const remisesAt: Adresse = { to: screens.cheques, search: { onglet: 'remises' } }

/** Address of the form that generates the lots of a residence. */
export const generationAt = (residence: number): string => `${screens.residences}/${residence}/generer`

/** Address of an import with its messages. */
export const importAt = (id: number): Adresse => ({ to: screens.importer, search: { import: String(id) } })

/** Address of the import screen with the export of the portfolio open. */
export const exportAt: Adresse = { to: screens.importer, search: { exporter: 'oui' } }

/** Address of a bien's payments: `/clients/1/paiements/0/0/7` for the local 7 (Q152). */
export const paiementsOf = (client: number, { type, id }: BienDesigne): string =>
  `${clientAt(client)}/paiements/${'0/'.repeat(GENRES[type].position)}${id}`

const ABSENT = new Set(['', '0', '-', 'null', 'undefined'])
const IDENTIFIANT = /^[1-9]\d{0,14}$/

/**
 * Reads the bien after `/clients/{clientId}/paiements/`: the ids of an appartement, a place and a local in that order, one of them set; 0,
 * -, null, undefined and '' mean unset (Q152). Null when no id, several ids or an invalid one is set (Q153).
 */
export function bienOfPath(path: string): BienDesigne | null {
  const segments = path.replace(/^\/|\/$/g, '').split('/')
  const named = segments.flatMap((id, position) => (ABSENT.has(id) ? [] : [{ id, position }]))
  const [bien] = named
  const type = TYPES_DE_BIEN.find((kind) => GENRES[kind].position === bien?.position)
  if (named.length !== 1 || !bien || !type || !IDENTIFIANT.test(bien.id)) return null
  return { type, id: Number(bien.id) }
}
