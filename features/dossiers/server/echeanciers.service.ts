import { sql } from 'kysely'
import { holdBloc } from '#features/blocs/server/blocs.service.ts'
import { DOSSIERS_MAX, type GenerationsInput } from '#features/dossiers/echeancier.contract.ts'
import { assertFewEnough, toGeneration, waitsForStade } from '#features/dossiers/server/echeancier.service.ts'
import { applyModele } from '#features/echeancier/echeancier.rules.ts'
import { writeFirstLignes } from '#features/echeancier/server/lignes.service.ts'
import { holdModele } from '#features/stades/server/modeles.service.ts'
import type { Centimes } from '#shared/argent.ts'
import type { Db } from '#server/database/db.ts'
import { AppError } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

interface Made {
  crees: number
  ignores: number
  restants: number
}

/** Where the dossiers are looked for: the bloc when there is one, else the residence. */
interface Lieu {
  residence: number | null
  bloc: number | null
}

/**
 * Gives the open dossiers of a residence or a bloc that have no échéancier that of a modèle, lowest id first, {@link DOSSIERS_MAX} at most.
 * Those of places are left alone when it follows a stade.
 * @throws residenceInconnue (422 on residence_id), blocInconnu, blocAutreResidence (422 on bloc_id), modeleInconnu, premierJourManquant, tropDeLignes (422)
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

/** The residence or the bloc, which stays until it is done. */
async function holdLieu(db: Db, { residence_id, bloc_id }: GenerationsInput): Promise<Lieu> {
  const [residence, bloc] = [residence_id ?? null, bloc_id ?? null]
  const there = async (table: 'residences' | 'blocs', id: number | null) =>
    id !== null &&
    (await db.selectFrom(table).select('id').where('id', '=', id).forShare().executeTakeFirst())
  if (residence === null ? !(await there('blocs', bloc)) : !(await there('residences', residence)))
    throw new AppError('residenceInconnue').on('residence_id')
  if (residence !== null && bloc !== null) await holdBloc(db, bloc, residence)
  return { residence, bloc }
}

/** Open ventes of a price without a line, there; `v` and the bien's row `b`. */
const sansEcheancier = ({ residence, bloc }: Lieu) => sql`
  from ventes v join biens b on b.id = v.bien_id
  where v.terminee_le is null and v.prix > 0 and not exists (select from echeances e where e.vente_id = v.id)
    and ${bloc === null ? sql`b.residence_id = ${residence}` : sql`v.id = any (ventes_des_blocs(array[${bloc}::bigint]))`}`

/** The first of them with their clients, biens and own rows held, in this order. */
async function lockWithout(db: Db, lieu: Lieu, places: boolean): Promise<{ id: number; prix: Centimes }[]> {
  const { rows: seen } = await sql<{ id: number; bien_id: number; client_id: number }>`
    select v.id, v.bien_id, v.client_id ${sansEcheancier(lieu)} and (${places} or b.type <> 'place_parking')
    order by v.id limit ${DOSSIERS_MAX}`.execute(db)
  const all = (ids: number[]) => sql`any (${ids}::bigint[])`
  const biens = all(seen.map(({ bien_id }) => bien_id))
  const clients = all(seen.map(({ client_id }) => client_id))
  await sql`select from clients where id = ${clients} order by id for key share`.execute(db)
  await sql`select from biens where id = ${biens} order by id for update`.execute(db)
  // What was sold, ended, moved or given lines meanwhile is left out.
  const { rows } = await sql<{ id: number; prix: Centimes }>`
    select v.id, v.prix from ventes v where v.id = ${all(seen.map(({ id }) => id))} and v.bien_id = ${biens}
      and v.terminee_le is null and v.prix > 0 and not exists (select from echeances e where e.vente_id = v.id)
    order by v.id for update`.execute(db)
  return rows
}

/** What is left without: those that cannot follow the modèle, those that another call will do. */
async function countLeft(db: Db, lieu: Lieu, places: boolean): Promise<Omit<Made, 'crees'>> {
  const without = await countWithout(db, lieu)
  return places
    ? { ignores: 0, restants: without.dossiers }
    : { ignores: without.places, restants: without.dossiers - without.places }
}

/** How many open dossiers are without échéancier there, places among them. */
export async function countWithout(db: Db, lieu: Lieu): Promise<{ dossiers: number; places: number }> {
  const { rows } = await sql<{ dossiers: number; places: number }>`
    select count(*) as dossiers, count(*) filter (where b.type = 'place_parking') as places ${sansEcheancier(lieu)}`.execute(
    db,
  )
  return rows[0] ?? { dossiers: 0, places: 0 }
}
