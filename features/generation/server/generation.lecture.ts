import { sql } from 'kysely'
import { biensErreurs } from '#features/biens/biens.erreurs.ts'
import { structureErreurs } from '#features/structure/structure.erreurs.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import type { GenererInput } from '#features/generation/generation.contract.ts'
import type { BlocExistant, EtageExistant, Existant } from '#features/generation/server/generation.plan.ts'
import { groupBy } from '#shared/group-by.ts'
import type { Db } from '#server/database/db.ts'
import { refuse } from '#server/http/errors.ts'

/**
 * Reads what exists of the residence; `locking` makes two generations of one residence run one after the other.
 * @throws introuvable; blocInconnu, blocAutreResidence (422 on blocs.ids), parkingInconnu (422 on parking.id)
 */
export async function readExisting(
  db: Db,
  residenceId: number,
  { blocs, parking }: GenererInput,
  locking: boolean,
): Promise<Existant> {
  const { rows } = await sql`
    select id from residences where id = ${residenceId} ${sql.raw(locking ? 'for no key update' : '')}`.execute(
    db,
  )
  if (rows.length === 0) throw refuse(communesErreurs.introuvable)
  const ids = blocs && 'ids' in blocs ? blocs.ids : []
  const nouveaux = blocs !== null && blocs !== undefined && !('ids' in blocs)
  const nouveauParking = parking !== null && parking !== undefined && 'parking_nom' in parking
  return {
    noms: nouveaux ? await readNames(db, residenceId) : [],
    blocs: await readBlocs(db, residenceId, ids, locking),
    parkings: nouveauParking ? await readParkings(db, residenceId) : [],
    parking: parking && 'id' in parking ? await readParking(db, residenceId, parking.id, locking) : null,
  }
}

async function readNames(db: Db, residenceId: number): Promise<string[]> {
  const rows = await db.selectFrom('blocs').select('nomloc').where('residence_id', '=', residenceId).execute()
  return rows.map(({ nomloc }) => nomloc)
}

async function readParkings(db: Db, residenceId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('parkings')
    .select('parking_nom')
    .where('residence_id', '=', residenceId)
    .execute()
  return rows.map(({ parking_nom }) => parking_nom)
}

async function readBlocs(
  db: Db,
  residenceId: number,
  ids: number[],
  locking: boolean,
): Promise<BlocExistant[]> {
  if (ids.length === 0) return []
  // The lock, taken in the order of ids as everywhere, keeps other members from adding to the blocs or moving their étages.
  const blocs = await db
    .selectFrom('blocs')
    .select(['id', 'nomloc', 'residence_id', 'rang'])
    .where(sql<boolean>`id = any(${ids})`)
    .orderBy('id')
    .$if(locking, (lus) => lus.forNoKeyUpdate())
    .execute()
  if (blocs.length < ids.length) throw refuse(structureErreurs.blocInconnu).on('blocs.ids')
  if (blocs.some(({ residence_id }) => residence_id !== residenceId))
    throw refuse(structureErreurs.blocAutreResidence).on('blocs.ids')
  const etages = groupBy(await readEtages(db, ids, locking), ({ bloc_id }) => bloc_id)
  const locaux = groupBy(
    await db
      .selectFrom('locaux')
      .select(['bloc_id', 'num'])
      .where(sql<boolean>`bloc_id = any(${ids})`)
      .execute(),
    ({ bloc_id }) => bloc_id,
  )
  return blocs
    .toSorted((a, b) => (a.rang < b.rang ? -1 : Number(a.rang > b.rang)) || a.id - b.id)
    .map(({ id, nomloc }) => ({
      id,
      nomloc,
      etages: etages.get(id) ?? [],
      locaux: (locaux.get(id) ?? []).map(({ num }) => num),
    }))
}

async function readEtages(
  db: Db,
  blocs: number[],
  locking: boolean,
): Promise<(EtageExistant & { bloc_id: number })[]> {
  const etages = await db
    .selectFrom('etages')
    .select(['id', 'bloc_id', 'designation', 'niveau', 'logement_par_palier'])
    .where(sql<boolean>`bloc_id = any(${blocs})`)
    .orderBy('id')
    .$if(locking, (lus) => lus.forShare())
    .execute()
  const lots = groupBy(
    await db
      .selectFrom('appartements')
      .select(['etage_id', 'num_lot'])
      .where(sql<boolean>`etage_id = any(${etages.map(({ id }) => id)})`)
      .execute(),
    ({ etage_id }) => etage_id,
  )
  return etages.map((etage) => ({
    ...etage,
    lots: (lots.get(etage.id) ?? []).map(({ num_lot }) => num_lot),
  }))
}

async function readParking(
  db: Db,
  residenceId: number,
  id: number,
  locking: boolean,
): Promise<Existant['parking']> {
  const parking = await db
    .selectFrom('parkings')
    .select(['id', 'parking_nom', 'nb_places'])
    .where('id', '=', id)
    .where('residence_id', '=', residenceId)
    .$if(locking, (lus) => lus.forUpdate())
    .executeTakeFirst()
  if (!parking) throw refuse(biensErreurs.parkingInconnu).on('parking.id')
  const places = await db
    .selectFrom('places_parking')
    .select('numero_place')
    .where('parking_id', '=', id)
    .execute()
  return { ...parking, numeros: places.map(({ numero_place }) => numero_place) }
}
