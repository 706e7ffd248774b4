import { sql } from 'kysely'
import { biensErreurs } from '#features/biens/biens.erreurs.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import { assertDeletable } from '#features/biens/server/biens.service.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import {
  type Occupation,
  type Parking,
  type ParkingInput,
  parkingsEndpoints,
  type ParkingsQuery,
} from '#features/biens/parkings.contract.ts'
import { lockNiveau, type Niveau } from '#features/structure/server/niveaux.service.ts'
import { holdResidence } from '#features/structure/server/residences.service.ts'
import { pourcentage } from '#shared/argent.ts'
import { pathOf, readTranche, toPage } from '#shared/pagination.ts'
import type { Db } from '#server/database/db.ts'
import { inSnapshot } from '#server/database/transaction.ts'
import { addMany, changeManyVersioned } from '#server/database/bulk.ts'
import { containsNoms } from '#server/database/lists.ts'
import { refuse } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

const PAR_PAGE = 6

/** Lists one page of parkings by name; `search` limits it to names that contain it (D3 §2.1, Q43). */
export const listParkings = (pool: Db, { search, ...query }: ParkingsQuery) =>
  inSnapshot(pool, async (db) => {
    const slice = readTranche(query, PAR_PAGE)
    const found = db
      .selectFrom('parkings')
      .$if(search !== '', (all) => all.where(containsNoms('recherche', search)))
    const { total } = await found.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
    const ordered = found.select('id').orderBy('rang').orderBy('id')
    const page = await ordered.limit(slice.limit).offset(slice.offset).execute()
    const ids = page.map(({ id }) => id)
    return toPage(await readParkings(db, ids), total, slice, pathOf(parkingsEndpoints.list, { search }))
  })

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

const toColumns = ({ residence_id, parking_nom, nb_places }: ParkingInput) => ({
  residence_id,
  parking_nom,
  nb_places,
})

/** A parking is added without places, and never holds fewer than it has (Q142). */
export const PARKING: Niveau<ParkingInput, Parking> = {
  objet: 'parking',
  read: readParking,
  readMany: readParkings,
  /** @throws residenceInconnue (422 on residence_id), capaciteInsuffisante (422 on nb_places) */
  async hold(db, { residence_id, nb_places }, avant) {
    if (residence_id !== avant?.residence_id) await holdResidence(db, residence_id)
    if (avant && nb_places < avant.places_count)
      throw refuse(biensErreurs.capaciteInsuffisante).on('nb_places')
  },
  insert: (db, saisies) => addMany(db, 'parkings', saisies.map(toColumns)),
  change: (db, saisies) =>
    changeManyVersioned(
      db,
      'parkings',
      saisies.map((saisie) => ({ id: saisie.id, ...toColumns(saisie) })),
    ),
}

/** Deletes a parking and its free places, which never change their parking. @throws introuvable, and the errors of {@link assertDeletable} */
export async function deleteParking(db: Db, actor: Actor, id: number): Promise<void> {
  const avant = await lockNiveau(db, PARKING, id)
  const places = await db
    .selectFrom('places_parking as p')
    .innerJoin('biens as b', 'b.id', 'p.id')
    .where('p.parking_id', '=', id)
    .select(['p.id', 'p.numero_place', 'p.type_place', 'p.position', 'b.prix as montant'])
    .orderBy('p.id')
    .forUpdate('b')
    .execute()
  const ids = places.map((place) => place.id)
  await assertDeletable(db, 'parking', ids)
  await sql`delete from biens where id = any(${ids})`.execute(db)
  await db.deleteFrom('parkings').where('id', '=', id).execute()
  await writeJournal(db, actor, { action: 'supprimer', objet: 'parking', id, avant: { ...avant, places } })
}

/** Reads these parkings by name, with the numbers of existing and of sold places. */
export async function readParkings(db: Db, ids: number[]): Promise<Parking[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Omit<Parking, 'residence'> & { residence_nom: string }>`
    select k.id, k.parking_nom, k.residence_id, r.nom as residence_nom, k.nb_places, k.version, n.places_count, n.occupied_places
    from parkings k join residences r on r.id = k.residence_id
    cross join lateral (
      select count(*) as places_count, count(v.id) as occupied_places
      from places_parking p left join ventes v on v.bien_id = p.id and v.terminee_le is null where p.parking_id = k.id) n
    where k.id = any(${ids}) order by k.rang, k.id`.execute(db)
  return rows.map(({ residence_nom, ...row }) => ({
    ...row,
    residence: { id: row.residence_id, nom: residence_nom },
  }))
}
