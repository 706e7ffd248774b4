import { sql } from 'kysely'
import {
  changePrix,
  createBien,
  deleteBien,
  lockBien,
  lockVenteOuverte,
} from '#features/biens/server/biens.service.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import { readClient } from '#features/clients/server/clients.service.ts'
import type { Place, PlaceInput } from '#features/parkings/places.contract.ts'
import { lockParking } from '#features/parkings/server/parkings.service.ts'
import { COLONNES_VENTE, SUIVI, toEtatDeVente } from '#features/ventes/server/ventes.read.ts'
import type { Db } from '#server/database/db.ts'
import { inSnapshot } from '#server/database/reading.ts'
import { AppError } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

const TYPE = 'place_parking'

/** The places of a parking by number. Amounts in centimes, superficie in hundredths of m². */
export async function placesOfParking(db: Db, parkingId: number): Promise<Place[]> {
  const rows = await places(db).where('p.parking_id', '=', parkingId).orderBy('p.numero_place').execute()
  return rows.map(toPlace)
}

/** The places a client has now, by parking and number (D3 §7). @throws introuvable */
export const placesOfClient = (pool: Db, clientId: number): Promise<Place[]> =>
  inSnapshot(pool, async (db) => {
    await readClient(db, clientId)
    const rows = await places(db)
      .where('v.client_id', '=', clientId)
      .orderBy('k.recherche')
      .orderBy('k.id')
      .orderBy('p.numero_place')
      .execute()
    return rows.map(toPlace)
  })

/** The given places by number, as the journal keeps them. */
export async function readPlaces(db: Db, ids: number[]): Promise<Place[]> {
  const rows = await places(db)
    .where(sql<boolean>`p.id = any(${ids})`)
    .orderBy('p.numero_place')
    .execute()
  return rows.map(toPlace)
}

/** @throws introuvable */
export async function readPlace(db: Db, id: number): Promise<Place> {
  const row = await places(db).where('p.id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('introuvable')
  return toPlace(row)
}

/** @throws parkingInconnu, parkingPlein (422, Q142), numeroPlacePris (422 on numero_place, Q146) */
export async function createPlace(
  db: Db,
  actor: Actor,
  { parking_id, montant, ...fields }: PlaceInput & { parking_id: number },
): Promise<Place> {
  const parking = await lockParking(db, parking_id, () => new AppError('parkingInconnu').on('parking_id'))
  if (await numeroTaken(db, parking_id, fields.numero_place))
    throw new AppError('numeroPlacePris').on('numero_place')
  if (parking.places_count >= parking.nb_places) throw new AppError('parkingPlein')
  const id = await createBien(db, TYPE, montant)
  await db
    .insertInto('places_parking')
    .values({ id, parking_id, ...fields })
    .execute()
  const apres = await readPlace(db, id)
  await writeJournal(db, actor, { action: 'ajouter', objet: 'place', id, apres })
  return apres
}

/**
 * The parking and the client stay what they are (Q151).
 * @throws introuvable, versionPerimee, montantSousPaye, numeroPlaceDejaUtilise (422 on numero_place)
 */
export async function updatePlace(
  db: Db,
  actor: Actor,
  id: number,
  { version, montant, ...fields }: PlaceInput & { version?: number | null },
): Promise<Place> {
  const bien = await lockBien(db, id, TYPE)
  const avant = await readPlace(db, id)
  if (
    fields.numero_place !== avant.numero_place &&
    (await numeroTaken(db, avant.parking_id, fields.numero_place))
  )
    throw new AppError('numeroPlaceDejaUtilise').on('numero_place')
  await changePrix(db, actor, bien, montant, version)
  await db.updateTable('places_parking').set(fields).where('id', '=', id).execute()
  const apres = await readPlace(db, id)
  await writeJournal(db, actor, { action: 'modifier', objet: 'place', id, avant, apres })
  return apres
}

/** @throws introuvable, placeOccupee (409, D3 §4, Q150), bienAvecHistorique (409, Q206) */
export async function deletePlace(db: Db, actor: Actor, id: number): Promise<void> {
  const bien = await lockBien(db, id, TYPE)
  if (await lockVenteOuverte(db, id)) throw new AppError('placeOccupee')
  const avant = await readPlace(db, id)
  await deleteBien(db, bien)
  await writeJournal(db, actor, { action: 'supprimer', objet: 'place', id, avant })
}

async function numeroTaken(db: Db, parkingId: number, numero: number): Promise<boolean> {
  const place = await db
    .selectFrom('places_parking')
    .select('id')
    .where('parking_id', '=', parkingId)
    .where('numero_place', '=', numero)
    .executeTakeFirst()
  return place !== undefined
}

const places = (db: Db) =>
  db
    .selectFrom('places_parking as p')
    .innerJoin('biens as b', 'b.id', 'p.id')
    .innerJoin('parkings as k', 'k.id', 'p.parking_id')
    .innerJoin('residences as r', 'r.id', 'k.residence_id')
    .leftJoin('ventes as v', (join) => join.onRef('v.bien_id', '=', 'p.id').on('v.terminee_le', 'is', null))
    .leftJoin('clients as c', 'c.id', 'v.client_id')
    .select([
      'p.id',
      'p.parking_id',
      'p.numero_place',
      'p.type_place',
      'p.position',
      'p.superficie',
      'b.version',
      ...COLONNES_VENTE,
      SUIVI,
      'k.parking_nom',
      'k.residence_id',
      'r.nom as residence_nom',
    ])

type Row = Awaited<ReturnType<ReturnType<typeof places>['execute']>>[number]

function toPlace(row: Row): Place {
  const { id, parking_id, numero_place, type_place, position, superficie, parking_nom, residence_id } = row
  const { client, ...etat } = toEtatDeVente(row)
  const residence = { id: residence_id, nom: row.residence_nom }
  return {
    id,
    parking_id,
    numero_place,
    type_place,
    position,
    superficie,
    version: row.version,
    ...etat,
    client: client && { ...client, ...splitNom(client.nomComplet) },
    parking: { id: parking_id, parking_nom, residence_id, residence },
  }
}

/** The API names a first and a last name, a client has one full name: the first word and the rest (Q90). */
function splitNom(nomComplet: string): { nom: string; prenom: string } {
  const [nom = '', ...rest] = nomComplet.split(' ')
  return { nom, prenom: rest.join(' ') }
}
