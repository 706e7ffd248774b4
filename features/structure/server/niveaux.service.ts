import { sql } from 'kysely'
import { structureErreurs } from '#features/structure/structure.erreurs.ts'
import { communesErreurs, type Erreur } from '#shared/erreurs.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import { enumerer } from '#shared/nommer.ts'
import { only } from '#server/database/bulk.ts'
import type { Db } from '#server/database/db.ts'
import { assertVersion, byId } from '#server/database/records.ts'
import { replacePlan, type PlanEnvoye } from '#server/files/replace.ts'
import { refuse, type AppError } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

/** A record of one level, with its version. */
interface Enregistre {
  id: number
  version: number
}

/** The version that the member saw, absent when the caller does not say (Q42). */
interface Vue {
  version?: number | null
}

/** One level of the structure, as its changes need it: residences, blocs and étages, and the parkings beside them. */
export interface Niveau<S extends object, T extends Enregistre> {
  objet: 'residence' | 'bloc' | 'etage' | 'parking'
  read: (db: Db, id: number) => Promise<T>
  /** Reads many records, in no order. */
  readMany: (db: Db, ids: number[]) => Promise<T[]>
  /** Locks what the record is to stand in, and checks its name. @param avant null for a new record */
  hold: (db: Db, saisie: S, avant: T | null) => Promise<void>
  /** Inserts records. @returns their ids, in the order of the records */
  insert: (db: Db, saisies: readonly S[]) => Promise<number[]>
  /** Saves locked records and raises their versions. */
  change: (db: Db, saisies: readonly (S & { id: number })[]) => Promise<void>
}

/** A level whose records are deleted empty only. */
export interface NiveauVide<S extends object, T extends Enregistre> extends Niveau<S, T> {
  nonVide: Erreur & { message: (contenu: { contenu: string }) => string }
  /** Counts of the record's contents, which must be empty when it is deleted (Q103). */
  contenu: (record: T) => (string | false)[]
  /** Records that stand elsewhere and name this one; its refusal tells them with its contents. */
  nommeAilleurs?: (db: Db, id: number) => Promise<(string | false)[]>
  /** How the refusal names a record that papers are attached to; absent for a level that no paper names. */
  nomme?: 'ce bloc' | 'cette résidence'
}

/** Creates a record of a level. @throws the errors of the level's `hold` (422) */
export async function createNiveau<S extends object, T extends Enregistre>(
  db: Db,
  actor: Actor,
  niveau: Niveau<S, T>,
  saisie: S,
  plan?: PlanEnvoye,
): Promise<T> {
  await niveau.hold(db, saisie, null)
  const id = only(await niveau.insert(db, [saisie]))
  if (plan) await replacePlan(db, 'residences', id, plan)
  const apres = await niveau.read(db, id)
  await writeJournal(db, actor, { action: 'ajouter', objet: niveau.objet, id, apres })
  return apres
}

/** Adds records of a level that the caller has checked under its locks. @returns their ids, in the order of the records */
export async function addNiveaux<S extends object, T extends Enregistre>(
  db: Db,
  actor: Actor,
  { objet, insert, readMany }: Niveau<S, T>,
  saisies: readonly S[],
): Promise<number[]> {
  const ids = await insert(db, saisies)
  const apres = byId(await readMany(db, ids))
  await writeJournal(
    db,
    actor,
    ids.map((id) => ({ action: 'ajouter', objet, id, apres: apres.get(id) })),
  )
  return ids
}

/** Changes records of a level that the caller has locked and checked. */
export async function changeNiveaux<S extends object, T extends Enregistre>(
  db: Db,
  actor: Actor,
  { objet, change, readMany }: Niveau<S, T>,
  saisies: readonly (S & { id: number })[],
): Promise<void> {
  const ids = saisies.map(({ id }) => id)
  const avant = byId(await readMany(db, ids))
  await change(db, saisies)
  const apres = byId(await readMany(db, ids))
  await writeJournal(
    db,
    actor,
    ids.map((id) => ({ action: 'modifier', objet, id, avant: avant.get(id), apres: apres.get(id) })),
  )
}

/** Changes a record of a level. @throws introuvable (404), versionPerimee (409), and the errors of the level's `hold` (422) */
export async function updateNiveau<S extends object, T extends Enregistre>(
  db: Db,
  actor: Actor,
  niveau: Niveau<S, T>,
  id: number,
  saisie: S & Vue,
  plan?: PlanEnvoye,
): Promise<T> {
  const avant = await lockNiveau(db, niveau, id)
  await niveau.hold(db, saisie, avant)
  assertVersion(avant, saisie.version)
  await niveau.change(db, [{ ...saisie, id }])
  if (plan) await replacePlan(db, 'residences', id, plan)
  const apres = await niveau.read(db, id)
  await writeJournal(db, actor, { action: 'modifier', objet: niveau.objet, id, avant, apres })
  return apres
}

/**
 * Deletes an empty record of a level. @throws introuvable (404), blocAvecDocuments (409), the level's `nonVide` (409) with the counts of its
 * contents (Q103)
 */
export async function deleteNiveau<S extends object, T extends Enregistre>(
  db: Db,
  actor: Actor,
  niveau: NiveauVide<S, T>,
  id: number,
  plan?: PlanEnvoye,
): Promise<void> {
  const avant = await lockNiveau(db, niveau, id)
  if (niveau.nomme) await assertSansDocument(db, niveau.objet, niveau.nomme, id)
  const ailleurs = (await niveau.nommeAilleurs?.(db, id)) ?? []
  const contenu = enumerer(
    'fr',
    [...niveau.contenu(avant), ...ailleurs].filter((un) => un !== false),
  )
  if (contenu !== '') throw refuse(niveau.nonVide, { contenu })
  if (plan) await replacePlan(db, 'residences', id, plan)
  await sql`delete from ${sql.table(`${niveau.objet}s`)} where id = ${id}`.execute(db)
  await writeJournal(db, actor, { action: 'supprimer', objet: niveau.objet, id, avant })
}

/** A paper stays as it was issued, cancelled or not, and so does the bloc that it names. @throws blocAvecDocuments (409) */
async function assertSansDocument(
  db: Db,
  objet: Niveau<object, Enregistre>['objet'],
  quoi: 'ce bloc' | 'cette résidence',
  id: number,
): Promise<void> {
  const { rows } = await sql<{ documents: number }>`
    select count(*) as documents from documents d join blocs o on o.id = d.bloc_id
    where ${objet === 'bloc' ? sql`o.id` : sql`o.residence_id`} = ${id}`.execute(db)
  const documents = rows[0]?.documents ?? 0
  if (documents > 0) throw refuse(structureErreurs.blocAvecDocuments, { quoi, documents })
}

/** Locks a record of a level and reads it. @throws `unknown`, else introuvable (404) */
export async function lockNiveau<S extends object, T extends Enregistre>(
  db: Db,
  { objet, read }: Niveau<S, T>,
  id: number,
  unknown: () => AppError = () => refuse(communesErreurs.introuvable),
): Promise<T> {
  const { rows } = await sql`select id from ${sql.table(`${objet}s`)} where id = ${id} for update`.execute(db)
  if (rows.length === 0) throw unknown()
  return read(db, id)
}
