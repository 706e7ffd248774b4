import { sql } from 'kysely'
import { structureErreurs } from '#features/structure/structure.erreurs.ts'
import { holdBloc } from '#features/structure/server/blocs.service.ts'
import { GENERATIONS_MAX, type GenerationsInput } from '#features/echeanciers/echeances.contract.ts'
import { assertFewEnough, toGeneration } from '#features/echeanciers/server/echeancier.service.ts'
import { applyModele, waitsForStade } from '#features/echeanciers/echeancier.rules.ts'
import { writeFirstLignes } from '#features/echeanciers/server/lignes.service.ts'
import { SANS_ECHEANCIER } from '#features/echeanciers/server/echeances.wire.ts'
import { holdModele } from '#features/echeanciers/server/modeles.service.ts'
import type { Centimes } from '#shared/argent.ts'
import type { Db } from '#server/database/db.ts'
import { refuse } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

interface Made {
  crees: number
  ignores: number
  restants: number
}

interface Lieu {
  residence: number | null
  bloc: number | null
}

/**
 * Applies a modèle to the open dossiers of a residence or bloc that have no échéancier, by id, {@link GENERATIONS_MAX} at most. A modèle
 * with a stade leaves parking places out.
 * @throws residenceInconnue (422 on residence_id), blocInconnu, blocAutreResidence (422 on bloc_id), modeleInconnu, premierJourManquant,
 * tropDeLignes (422)
 */
export async function generateEcheanciers(db: Db, actor: Actor, input: GenerationsInput): Promise<Made> {
  const lieu = await holdLieu(db, input)
  const modele = await holdModele(db, input)
  const places = !waitsForStade(modele.lignes)
  const ventes = await lockWithout(db, lieu, places)
  const made = ventes.map(({ id, prix }) => ({
    id,
    lignes: applyModele(prix, modele.lignes, toGeneration(input)),
  }))
  for (const { lignes } of made) assertFewEnough(lignes, 'nombre')
  await writeFirstLignes(db, actor, made)
  await sql`update ventes set version = version + 1 where id = any (${ventes.map(({ id }) => id)}::bigint[])`.execute(
    db,
  )
  return { crees: made.length, ...(await countLeft(db, lieu, places)) }
}

async function holdLieu(db: Db, { residence_id, bloc_id }: GenerationsInput): Promise<Lieu> {
  const [residence, bloc] = [residence_id ?? null, bloc_id ?? null]
  const there = async (table: 'residences' | 'blocs', id: number | null) =>
    id !== null &&
    (await db.selectFrom(table).select('id').where('id', '=', id).forShare().executeTakeFirst())
  if (residence === null ? !(await there('blocs', bloc)) : !(await there('residences', residence)))
    throw refuse(structureErreurs.residenceInconnue).on('residence_id')
  if (residence !== null && bloc !== null) await holdBloc(db, bloc, residence)
  return { residence, bloc }
}

const sansEcheancier = ({ residence, bloc }: Lieu) => sql`
  from ventes v join biens b on b.id = v.bien_id
  where ${SANS_ECHEANCIER} and ${bloc === null ? sql`b.residence_id = ${residence}` : sql`v.id = any (ventes_des_blocs(array[${bloc}::bigint]))`}`

/** Locks the clients, then the biens, then the first of these ventes. */
async function lockWithout(db: Db, lieu: Lieu, places: boolean): Promise<{ id: number; prix: Centimes }[]> {
  const { rows: seen } = await sql<{ id: number; bien_id: number; client_id: number }>`
    select v.id, v.bien_id, v.client_id ${sansEcheancier(lieu)} and (${places} or b.type <> 'place_parking')
    order by v.id limit ${GENERATIONS_MAX}`.execute(db)
  const all = (ids: number[]) => sql`any (${ids}::bigint[])`
  const biens = all(seen.map(({ bien_id }) => bien_id))
  const clients = all(seen.map(({ client_id }) => client_id))
  await sql`select from clients where id = ${clients} order by id for key share`.execute(db)
  await sql`select from biens where id = ${biens} order by id for update`.execute(db)
  // Sales that changed while the locks were waited for are left out.
  const { rows } = await sql<{ id: number; prix: Centimes }>`
    select v.id, v.prix from ventes v where v.id = ${all(seen.map(({ id }) => id))} and v.bien_id = ${biens}
      and ${SANS_ECHEANCIER}
    order by v.id for update`.execute(db)
  return rows
}

async function countLeft(db: Db, lieu: Lieu, places: boolean): Promise<Omit<Made, 'crees'>> {
  const without = await countWithout(db, lieu)
  return places
    ? { ignores: 0, restants: without.dossiers }
    : { ignores: without.places, restants: without.dossiers - without.places }
}

/** Counts the open dossiers without échéancier at a place, and the parking places among them. */
export async function countWithout(db: Db, lieu: Lieu): Promise<{ dossiers: number; places: number }> {
  const { rows } = await sql<{ dossiers: number; places: number }>`
    select count(*) as dossiers, count(*) filter (where b.type = 'place_parking') as places ${sansEcheancier(lieu)}`.execute(
    db,
  )
  return rows[0] ?? { dossiers: 0, places: 0 }
}
