import { sql } from 'kysely'
import { echeanciersErreurs } from '#features/echeanciers/echeanciers.erreurs.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import type { Stade, StadeInput } from '#features/echeanciers/stades.contract.ts'
import type { Db } from '#server/database/db.ts'
import { changeVersioned } from '#server/database/records.ts'
import { refuse } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

const columns = ['id', 'nom', 'nom_ar', 'rang', 'version'] as const

/** Lists the stades of the works in order. */
export const listStades = (db: Db): Promise<Stade[]> =>
  db.selectFrom('stades').select(columns).orderBy('rang').orderBy('id').execute()

/** Inserts a stade at its rank, last when none is given; the stades after it move. @throws stadeNomPris (422 on nom) */
export async function createStade(db: Db, actor: Actor, { nom, nom_ar, rang }: StadeInput): Promise<Stade> {
  const stades = await lockStades(db)
  await refuseTaken(stades, nom, null)
  const { id } = await db
    .insertInto('stades')
    .values({ nom, nom_ar, rang: stades.length + 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await putInOrder(db, stades, id, rang)
  const apres = await readStade(db, id)
  await writeJournal(db, actor, { action: 'ajouter', objet: 'stade', id, apres })
  return apres
}

/** Renames or moves a stade. @throws introuvable (404), stadeNomPris (422 on nom), versionPerimee (409) */
export async function updateStade(
  db: Db,
  actor: Actor,
  id: number,
  { nom, nom_ar, rang, version }: StadeInput & { version?: number | null | undefined },
): Promise<Stade> {
  const stades = await lockStades(db)
  const avant = stades.find((stade) => stade.id === id)
  if (!avant) throw refuse(communesErreurs.introuvable)
  await refuseTaken(stades, nom, id)
  await changeVersioned(db, 'stades', avant, version, { nom, nom_ar })
  await putInOrder(db, stades, id, rang ?? avant.rang)
  const apres = await readStade(db, id)
  await writeJournal(db, actor, { action: 'modifier', objet: 'stade', id, avant, apres })
  return apres
}

/** Deletes a stade that nothing names. @throws introuvable (404), stadeUtilise (409) */
export async function deleteStade(db: Db, actor: Actor, id: number): Promise<void> {
  // The lock makes a save of the modèles wait, so that none comes to name the deleted stade.
  await sql`select from parametres where section = 'modeles' for share`.execute(db)
  const stades = await lockStades(db)
  const avant = stades.find((stade) => stade.id === id)
  if (!avant) throw refuse(communesErreurs.introuvable)
  const { rows } = await sql<{ used: boolean }>`
    select exists (select from echeances where stade_id = ${id}) or exists (select from stades_atteints where stade_id = ${id})
      or exists (select from parametres p, jsonb_array_elements(p.valeur->'modeles') m, jsonb_array_elements(m->'lignes') l
        where p.section = 'modeles' and (l->>'stade_id')::bigint = ${id}) as used`.execute(db)
  if (rows[0]?.used) throw refuse(echeanciersErreurs.stadeUtilise)
  await db.deleteFrom('stades').where('id', '=', id).execute()
  await putInOrder(db, stades, id, null)
  await writeJournal(db, actor, { action: 'supprimer', objet: 'stade', id, avant })
}

const readStade = (db: Db, id: number): Promise<Stade> =>
  db.selectFrom('stades').select(columns).where('id', '=', id).executeTakeFirstOrThrow()

/** Locks all stades, since a change of one rank renumbers the others. */
const lockStades = (db: Db): Promise<Stade[]> =>
  db.selectFrom('stades').select(columns).orderBy('rang').orderBy('id').forUpdate().execute()

async function refuseTaken(stades: readonly Stade[], nom: string, except: number | null): Promise<void> {
  const folded = nom.toLowerCase()
  if (stades.some((stade) => stade.id !== except && stade.nom.toLowerCase() === folded))
    throw refuse(echeanciersErreurs.stadeNomPris).on('nom')
}

/** Numbers the stades 1 to n with this one at `rang`; null leaves it out, undefined puts it last. */
async function putInOrder(
  db: Db,
  stades: readonly Stade[],
  id: number,
  rang: number | null | undefined,
): Promise<void> {
  const ids = stades.map((stade) => stade.id).filter((other) => other !== id)
  if (rang !== null) ids.splice(Math.min((rang ?? ids.length + 1) - 1, ids.length), 0, id)
  await sql`update stades s set rang = o.rang from unnest(${ids}::bigint[]) with ordinality o (id, rang)
    where o.id = s.id and s.rang <> o.rang`.execute(db)
}
