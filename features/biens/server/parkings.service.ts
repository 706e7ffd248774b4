import { sql } from 'kysely'
import { biensErreurs } from '#features/biens/biens.erreurs.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import { assertNothingHeld } from '#features/biens/server/biens.service.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import type { Occupation, Parking, ParkingInput, ParkingsQuery } from '#features/biens/parkings.contract.ts'
import type { Niveau } from '#features/structure/server/niveaux.service.ts'
import { holdResidence } from '#features/structure/server/residences.service.ts'
import { pourcentage } from '#shared/argent.ts'
import { toPage, readTranche } from '#shared/pagination.ts'
import type { Db } from '#server/database/db.ts'
import { inSnapshot } from '#server/database/transaction.ts'
import { changeVersioned } from '#server/database/records.ts'
import { containsMots } from '#server/database/lists.ts'
import { AppError, refuse } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

const PAR_PAGE = 6
const CHEMIN = '/backend/public/api/parkings'

/** Lists one page of parkings by name; `search` limits it to names that contain it (D3 §2.1, Q43). */
export const listParkings = (db: Db, query: ParkingsQuery) =>
  inSnapshot(db, (instant) => readPage(instant, query))

async function readPage(db: Db, query: ParkingsQuery) {
  const slice = readTranche(query, PAR_PAGE)
  const found = db
    .selectFrom('parkings')
    .$if(query.search !== '', (all) => all.where(containsMots('recherche', query.search)))
  const { total } = await found.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  const page = await found
    .select('id')
    .orderBy('recherche')
    .orderBy('id')
    .limit(slice.limit)
    .offset(slice.offset)
    .execute()
  const rows = await readParkings(
    db,
    page.map(({ id }) => id),
  )
  const chemin = query.search === '' ? CHEMIN : `${CHEMIN}?search=${encodeURIComponent(query.search)}`
  return toPage(rows, total, slice, chemin)
}

/** Reads a parking with its places counted. @throws introuvable */
export async function readParking(db: Db, id: number): Promise<Parking> {
  const [parking] = await readParkings(db, [id])
  if (!parking) throw refuse(communesErreurs.introuvable)
  return parking
}

/** Counts existing places, not the capacity (Q143). @throws introuvable */
export async function readOccupation(db: Db, id: number): Promise<Occupation> {
  const { places_count, occupied_places } = await readParking(db, id)
  return {
    occupation_rate: pourcentage(occupied_places, places_count),
    total_places: places_count,
    occupied_places,
    available_places: places_count - occupied_places,
  }
}

/** A parking is added without places, and never holds fewer than it has (Q142). */
export const PARKING: Niveau<ParkingInput, Parking> = {
  objet: 'parking',
  read: readParking,
  /** @throws residenceInconnue (422 on residence_id), capaciteInsuffisante (422 on nb_places) */
  async hold(db, { residence_id, nb_places }, avant) {
    if (residence_id !== avant?.residence_id) await holdResidence(db, residence_id)
    if (avant && nb_places < avant.places_count)
      throw refuse(biensErreurs.capaciteInsuffisante).on('nb_places')
  },
  insert: (db, saisie) => db.insertInto('parkings').values(saisie).returning('id').executeTakeFirstOrThrow(),
  update: (db, avant, { version, ...columns }) => changeVersioned(db, 'parkings', avant, version, columns),
}

/**
 * Deletes a parking and its free places; a sold place, or payments of former clients, refuse it (Q144, Q206).
 * @throws introuvable, parkingOccupe, parkingAvecHistorique, bienSousOptionSuppression, bienAvecDossier (409)
 */
export async function deleteParking(db: Db, actor: Actor, id: number): Promise<void> {
  const avant = await lockParking(db, id)
  const places = await db
    .selectFrom('places_parking as p')
    .innerJoin('biens as b', 'b.id', 'p.id')
    .where('p.parking_id', '=', id)
    .select(['p.id', 'p.numero_place', 'p.type_place', 'p.position', 'b.prix as montant'])
    .orderBy('p.id')
    .forUpdate('b')
    .execute()
  const sold = await sales(db, id)
  if (sold.ouvertes > 0) throw refuse(biensErreurs.parkingOccupe)
  if (sold.paiements > 0) throw refuse(biensErreurs.parkingAvecHistorique, { paiements: sold.paiements })
  await assertNothingHeld(
    db,
    'parking',
    places.map((place) => place.id),
  )
  await db.deleteFrom('biens').where('id', 'in', placeIds(db, id)).execute()
  await db.deleteFrom('parkings').where('id', '=', id).execute()
  await writeJournal(db, actor, { action: 'supprimer', objet: 'parking', id, avant: { ...avant, places } })
}

/** Locks a parking, so that one request at a time creates or counts its places. @throws `refusal`, else introuvable */
export async function lockParking(
  db: Db,
  id: number,
  refusal: () => AppError = () => refuse(communesErreurs.introuvable),
): Promise<Parking> {
  const locked = await db
    .selectFrom('parkings')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!locked) throw refusal()
  return readParking(db, id)
}

const placeIds = (db: Db, parkingId: number) =>
  db.selectFrom('places_parking').select('id').where('parking_id', '=', parkingId)

function sales(db: Db, parkingId: number) {
  return db
    .selectFrom('ventes as v')
    .leftJoin('paiements as p', 'p.vente_id', 'v.id')
    .where('v.bien_id', 'in', placeIds(db, parkingId))
    .select([
      sql<number>`count(*) filter (where v.terminee_le is null)`.as('ouvertes'),
      sql<number>`count(p.id)`.as('paiements'),
    ])
    .executeTakeFirstOrThrow()
}

/** Reads these parkings by name, with the numbers of existing and of sold places. */
export async function readParkings(db: Db, ids: number[]): Promise<Parking[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('parkings as k')
    .innerJoin('residences as r', 'r.id', 'k.residence_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('places_parking as p')
          .leftJoin('ventes as v', (join) =>
            join.onRef('v.bien_id', '=', 'p.id').on('v.terminee_le', 'is', null),
          )
          .whereRef('p.parking_id', '=', 'k.id')
          .select([sql<number>`count(*)`.as('places_count'), sql<number>`count(v.id)`.as('occupied_places')])
          .as('n'),
      (join) => join.onTrue(),
    )
    .where(sql<boolean>`k.id = any(${ids})`)
    .select([
      'k.id',
      'k.parking_nom',
      'k.residence_id',
      'r.nom as residence_nom',
      'k.nb_places',
      'k.version',
      'n.places_count',
      'n.occupied_places',
    ])
    .orderBy('k.recherche')
    .orderBy('k.id')
    .execute()
  return rows.map(({ residence_nom, places_count, occupied_places, ...row }) => ({
    ...row,
    residence: { id: row.residence_id, nom: residence_nom },
    places_count: places_count ?? 0,
    occupied_places: occupied_places ?? 0,
  }))
}
