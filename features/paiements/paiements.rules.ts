import type { TypeBien } from '#features/ventes/ventes.rules.ts'
import type { Centimes } from '#shared/argent.ts'
import { lireGenre } from '#shared/texte.ts'

/**
 * What would remain once `versement` is paid: price − payments of the sale − the entered amount (D3 §5). On an edit the
 * payment's own old amount does not count (Q159). Below 0: the payment is refused (Q154). All in centimes.
 */
export function resteApres(
  prix: Centimes,
  dejaPaye: Centimes,
  versement: Centimes,
  ancien: Centimes = 0,
): Centimes {
  return prix - (dejaPaye - ancien) - versement
}

/** "2026-000123": the year it was recorded, in Algiers, and its rank in that year. */
export function numeroRecu(annee: number, numero: number): string {
  return `${annee}-${String(numero).padStart(6, '0')}`
}

/**
 * What a search says of a receipt: « 2026-000123 », « 2026-123 », « reçu n° 123 » of any year; null when it names none.
 * A number without a year or « reçu » is a lot's, a place's or a phone.
 */
export function lireRecu(recherche: string): { annee: number | null; numero: number } | null {
  const { genre, reste } = lireGenre(recherche)
  const lu = /^(?:(\d{4})(?:-| ))?0*([1-9]\d{0,8})$/.exec(reste)
  if (!lu || (genre !== 'recu' && (genre !== null || !reste.includes('-')))) return null
  const [, annee, numero = ''] = lu
  return { annee: annee === undefined ? null : Number(annee), numero: Number(numero) }
}

/** How paths spell the kinds of bien; place_parking and placeParking are understood too (Q165). */
export const cheminDuType = {
  appartement: 'appartement',
  place_parking: 'place-parking',
  local: 'local',
} as const satisfies Record<TypeBien, string>

/** The bien a payment screen is about. */
export interface BienAdresse {
  type: TypeBien
  id: number
}

const POSITIONS = ['appartement', 'place_parking', 'local'] as const
const ABSENT = new Set(['', '0', '-', 'null', 'undefined'])
const IDENTIFIANT = /^[1-9]\d{0,14}$/

/**
 * What follows `/clients/{clientId}/paiements/` : the ids of an appartement, a place, a local, in that order, of which
 * exactly one is set; 0, -, null, undefined and nothing stand for unset (Q152). Null for none, several, or no id (Q153).
 */
export function lireBienAdresse(chemin: string): BienAdresse | null {
  const segments = chemin.replace(/^\/|\/$/g, '').split('/')
  const nommes = segments.flatMap((segment, rang) =>
    ABSENT.has(segment) ? [] : [{ type: POSITIONS[rang], id: segment }],
  )
  const [nomme] = nommes
  if (nommes.length !== 1 || !nomme?.type || !IDENTIFIANT.test(nomme.id)) return null
  return { type: nomme.type, id: Number(nomme.id) }
}

/** The address of a bien's payments: `/clients/1/paiements/0/0/7` for the local 7 (Q152). */
export function adresseDesPaiements(clientId: number, { type, id }: BienAdresse): string {
  return `/clients/${clientId}/paiements/${'0/'.repeat(POSITIONS.indexOf(type))}${id}`
}

/** "Appartement", "Place de parking", "Local" (D3 §2.3). */
export const NOM_DU_TYPE = {
  appartement: 'Appartement',
  place_parking: 'Place de parking',
  local: 'Local',
} as const satisfies Record<TypeBien, string>

/** « Appartement A-12 », « Place de parking 41 ». */
export const libelleDuBien = (type: TypeBien, numero: string | number): string =>
  `${NOM_DU_TYPE[type]} ${numero}`
