import { sql } from 'kysely'
import type { Verdict } from '#features/imports/server/workbook.ts'
import type { Db } from '#server/database/db.ts'
import type { Cellule } from '#shared/cellule.ts'
import {
  buildAppartement,
  buildBloc,
  buildEtage,
  buildLocal,
  buildParking,
  buildPlace,
  buildResidence,
} from '#test/harness/builders.ts'
import type { Feuilles } from '#test/harness/moteur-imports.ts'

const LOTS = ['A101', 'A102', 'A103', 'A104']

/** Résidence El Bahdja, Bloc A, 1er étage with these lots of 12 500 000 DA; the local L1; the places 3 and 7 of 900 000 DA. */
export async function buildElBahdja(db: Db, lots: readonly string[] = LOTS): Promise<void> {
  const { id: residence_id } = await buildResidence(db, { nom: 'Résidence El Bahdja' })
  const { id: bloc_id } = await buildBloc(db, { residence_id, nomloc: 'Bloc A' })
  const { id: etage_id } = await buildEtage(db, { bloc_id, designation: '1er étage', niveau: 1 })
  const commun = { etage_id, prix: 1_250_000_000, type_logement: 'F3' }
  for (const num_lot of lots)
    await buildAppartement(db, { ...commun, num_lot, surface_habitable: 7850, surface_utile: 850 })
  await buildLocal(db, { bloc_id, num: 'L1' })
  const { id: parking_id } = await buildParking(db, { residence_id, parking_nom: 'Sous-sol', nb_places: 9 })
  for (const numero_place of [3, 7]) await buildPlace(db, { parking_id, numero_place, prix: 90_000_000 })
}

/** A line of the sheet « Reprise », by its titles. */
export type Rangee = Record<string, Cellule>
/** The sheet « Reprise » with the columns that its lines fill, in the order in which they come. */
export function feuille(lignes: readonly Rangee[]): Feuilles {
  const titres = [...new Set(lignes.flatMap((une) => Object.keys(une)))]
  return { Reprise: [titres, ...lignes.map((ligne) => titres.map((titre) => ligne[titre] ?? null))] }
}
/** The lot A101 bought by Kaci Ahmed. */
export const un = (autres: Rangee = {}): Rangee => ({
  Résidence: 'El Bahdja',
  'Bloc ou parking': 'A',
  Numéro: '101',
  Acquéreur: 'Kaci Ahmed',
  Téléphone: '0550 11 22 33',
  ...autres,
})
export const verse = (montant: Cellule, le: Cellule = '12/03/2025', autres: Rangee = {}): Rangee => ({
  'Versé le 1': le,
  'Montant 1': montant,
  ...autres,
})

/** A sentence whose blanks are all alike. */
export const net = (texte: string): string => texte.replace(/\s/g, ' ')
/** « 2 Montant 1 : … » of each message of a gravity, in their order. */
export const saidOf = ({ messages }: Verdict, gravite = 'erreur'): string[] =>
  messages
    .filter((message) => message.gravite === gravite)
    .map(({ ligne, colonne, texte }) => net(`${ligne} ${colonne ?? '–'} : ${texte}`))

/** « A101 Kaci Ahmed 12500000 3200000 » of each sale: lot, buyer, price and what is paid, in dinars. */
export async function salesOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ numero: string; client: string; prix: number; paye: number }>`
    select coalesce(a.num_lot, p.numero_place::text) as numero, c.nom_complet as client, v.prix, v.total_paye as paye
    from ventes v join clients c on c.id = v.client_id left join appartements a on a.id = v.bien_id
      left join places_parking p on p.id = v.bien_id order by v.id`.execute(db)
  return rows.map(({ numero, client, prix, paye }) => `${numero} ${client} ${prix / 100} ${paye / 100}`)
}
export const paymentsOf = (db: Db) =>
  db
    .selectFrom('paiements')
    .select(['date_paiement', 'versement', 'mode', 'reference', 'recu_origine', 'encaisse_le', 'rejete_le'])
    .orderBy('id')
    .execute()
