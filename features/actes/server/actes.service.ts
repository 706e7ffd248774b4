import { sql } from 'kysely'
import type { Retrait } from '#features/actes/actes.schema.ts'
import { actesErreurs } from '#features/actes/actes.erreurs.ts'
import { FICHES, idsOf, pendantsOf, TABLES, type Acte } from '#features/actes/server/actes.fiches.ts'
import { noteRetraits } from '#features/actes/server/actes.journal.ts'
import { readObstacles } from '#features/actes/server/actes.obstacles.ts'
import { removeFiches, restoreFiches } from '#features/actes/server/actes.retrait.ts'
import type { Db } from '#server/database/db.ts'
import { refuse } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

/** True for an act that is neither undone nor past its thirty days, after which housekeeping forgets what it made. */
export const estDefaisable = sql<boolean>`(a.defait_le is null and a.le > now() - interval '30 days')`

/** Reads an act, and locks it unless it is only looked at. @returns null when there is none */
export async function readActe(
  db: Db,
  which: { import_id: number } | { id: number },
  locking: boolean,
): Promise<Acte | null> {
  const { rows } = await sql<Acte>`
    select a.id, a.import_id, a.residence_id, a.dernier_journal, a.resume, a.le, a.membre_nom, a.defait_le, ${estDefaisable} as peut_defaire
    from actes a where ${'id' in which ? sql`a.id = ${which.id} and a.import_id is null` : sql`a.import_id = ${which.import_id}`}
    ${sql.raw(locking ? 'for update' : '')}`.execute(db)
  return rows[0] ?? null
}

interface Comptes {
  retirees: number
  remises: number
}

/** Returns what taking an act back would do; writes nothing. @param acte one that may be taken back */
export async function previewRetrait(db: Db, acte: Acte): Promise<Retrait> {
  const obstacles = await readObstacles(db, acte)
  return { peut: obstacles.nombre_obstacles === 0, ...obstacles, ...(await countFiches(db, acte.id)) }
}

/**
 * Takes a locked act back, whole or not at all: removes what it made, gives what it changed its former values, and notes each in the
 * journal (`entree.md` D.8).
 * @throws fichesServies (409) with the obstacles
 */
export async function takeBack(db: Db, actor: Actor, acte: Acte): Promise<Comptes> {
  await lockFiches(db, acte.id)
  const { obstacles, liens, nombre_obstacles } = await readObstacles(db, acte)
  if (nombre_obstacles > 0)
    throw refuse(actesErreurs.fichesServies, { nombre: nombre_obstacles }).saying({ obstacles, liens })
  const comptes = await countFiches(db, acte.id)
  await noteRetraits(db, actor, acte)
  await removeFiches(db, acte.id, () => restoreFiches(db, acte.id))
  await sql`update actes set defait_le = now(), defait_par = ${actor.name} where id = ${acte.id}`.execute(db)
  return comptes
}

/** A sale of which only the total moved, or what hangs on it, was no more changed than its client. */
const SUIVIES = ['total_paye', 'planifiee', ...FICHES.flatMap(pendantsOf).map(({ table }) => table)]

async function countFiches(db: Db, acte: number): Promise<Comptes> {
  const { rows } = await sql<Comptes>`
    select count(*) filter (where avant is null) as retirees, count(*) filter (where avant - ${SUIVIES}::text[] <> '{}') as remises
    from actes_fiches where acte_id = ${acte}`.execute(db)
  return rows[0] ?? { retirees: 0, remises: 0 }
}

/** Locks the rows of all fiches in the order of every change; those of both tables of a bien stand under the lock of its first. */
async function lockFiches(db: Db, acte: number): Promise<void> {
  const tables = [...new Set(FICHES.map((fiche) => TABLES[fiche][0]))]
  for (const table of tables) {
    const fiches = FICHES.filter((fiche) => TABLES[fiche][0] === table)
    await sql`
      select count(*) from (select from ${sql.table(table)} where id in (${idsOf(acte, fiches)}) order by id for update) l`.execute(
      db,
    )
  }
}

/** Forgets the kept fiches of acts that are thirty days old. Several servers may tidy one database. */
export async function tidyActes(pool: Db): Promise<void> {
  await sql`
    delete from actes_fiches f using (
      select id from actes a where le <= now() - interval '30 days' and exists (select from actes_fiches x where x.acte_id = a.id)
      order by id limit 20 for update skip locked) a
    where f.acte_id = a.id`.execute(pool)
}
