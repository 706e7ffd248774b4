import { sql } from 'kysely'
import type { GenererInput } from '#features/generation/generation.contract.ts'
import type { BlocExistant, EtageExistant, Existant } from '#features/generation/server/generation.plan.ts'
import { groupBy } from '#shared/group-by.ts'
import type { Db } from '#server/database/db.ts'
import { AppError } from '#server/http/errors.ts'

/**
 * What a generation has to know of the residence. To be written it is locked: two of one residence come one after the other, and its
 * blocs, étages and parking stay what they are.
 * @throws introuvable; blocInconnu, blocAutreResidence (422 on blocs.ids), parkingInconnu (422 on parking.id)
 */
export async function lireExistant(
  db: Db,
  residenceId: number,
  { blocs, parking }: GenererInput,
  verrouiller: boolean,
): Promise<Existant> {
  const { rows } = await sql`
    select id from residences where id = ${residenceId} ${sql.raw(verrouiller ? 'for no key update' : '')}`.execute(
    db,
  )
  if (rows.length === 0) throw new AppError('introuvable')
  const ids = blocs && 'ids' in blocs ? blocs.ids : []
  const nouveaux = blocs !== null && blocs !== undefined && !('ids' in blocs)
  const nouveauParking = parking !== null && parking !== undefined && 'parking_nom' in parking
  return {
    noms: nouveaux ? await lireNoms(db, residenceId) : [],
    blocs: await lireBlocs(db, residenceId, ids, verrouiller),
    parkings: nouveauParking ? await lireParkings(db, residenceId) : [],
    parking: parking && 'id' in parking ? await lireParking(db, residenceId, parking.id, verrouiller) : null,
  }
}

async function lireNoms(db: Db, residenceId: number): Promise<string[]> {
  const rows = await db.selectFrom('blocs').select('nomloc').where('residence_id', '=', residenceId).execute()
  return rows.map(({ nomloc }) => nomloc)
}

async function lireParkings(db: Db, residenceId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('parkings')
    .select('parking_nom')
    .where('residence_id', '=', residenceId)
    .execute()
  return rows.map(({ parking_nom }) => parking_nom)
}

async function lireBlocs(
  db: Db,
  residenceId: number,
  ids: number[],
  verrouiller: boolean,
): Promise<BlocExistant[]> {
  if (ids.length === 0) return []
  // In the order of their ids, as everywhere; nothing is added to them meanwhile, and no étage moves.
  const blocs = await db
    .selectFrom('blocs')
    .select(['id', 'nomloc', 'residence_id', 'rang'])
    .where(sql<boolean>`id = any(${ids})`)
    .orderBy('id')
    .$if(verrouiller, (lus) => lus.forNoKeyUpdate())
    .execute()
  if (blocs.length < ids.length) throw new AppError('blocInconnu').on('blocs.ids')
  if (blocs.some(({ residence_id }) => residence_id !== residenceId))
    throw new AppError('blocAutreResidence').on('blocs.ids')
  const etages = groupBy(await lireEtages(db, ids, verrouiller), ({ bloc_id }) => bloc_id)
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

async function lireEtages(
  db: Db,
  blocs: number[],
  verrouiller: boolean,
): Promise<(EtageExistant & { bloc_id: number })[]> {
  const etages = await db
    .selectFrom('etages')
    .select(['id', 'bloc_id', 'designation', 'niveau', 'logement_par_palier'])
    .where(sql<boolean>`bloc_id = any(${blocs})`)
    .orderBy('id')
    .$if(verrouiller, (lus) => lus.forShare())
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

async function lireParking(
  db: Db,
  residenceId: number,
  id: number,
  verrouiller: boolean,
): Promise<Existant['parking']> {
  const parking = await db
    .selectFrom('parkings')
    .select(['id', 'parking_nom', 'nb_places'])
    .where('id', '=', id)
    .where('residence_id', '=', residenceId)
    .$if(verrouiller, (lus) => lus.forUpdate())
    .executeTakeFirst()
  if (!parking) throw new AppError('parkingInconnu').on('parking.id')
  const places = await db
    .selectFrom('places_parking')
    .select('numero_place')
    .where('parking_id', '=', id)
    .execute()
  return { ...parking, numeros: places.map(({ numero_place }) => numero_place) }
}
