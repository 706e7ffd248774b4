import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/database/db.ts'
import { count } from '#server/database/records.ts'
import type { FileStore, StoredFile } from '#server/files/store.ts'
import { Refusal } from '#server/http/refusal.ts'
import { formatCompte } from '#shared/texte.ts'

/** Of so many files more than this share may not go at once, nor be unknown to the database that takes them over. */
const FEW = 10
const SHARE = 0.1

/** What a database makes of the files of a store. */
export interface Census {
  /** Plans that the database names. */
  named: number
  /** Files of the store, and those of them that the database does not name. */
  files: StoredFile[]
  unknown: StoredFile[]
}

/** The id of the installation whose database this is; null in one that an older Diyar made and that was not started since. */
export async function readInstallationId(db: Db): Promise<string | null> {
  const { rows } = await sql<{
    made: boolean
  }>`select to_regclass('installation') is not null as made`.execute(db)
  if (!rows[0]?.made) return null
  return (await db.selectFrom('installation').select('id').executeTakeFirst())?.id ?? null
}

/** Compares the plans of a store with the records of a database. */
export async function takeCensus(files: FileStore, db: Db): Promise<Census> {
  const found: StoredFile[] = []
  for await (const file of files.list('plans')) found.push(file)
  const known = await findNamedPlans(db, found)
  const unknown = found.filter(({ id }) => !known.has(id))
  return { named: await count(db, 'fichiers'), files: found, unknown }
}

/** The ids of those files that the database names. */
export async function findNamedPlans(db: Db, files: StoredFile[]): Promise<Set<string>> {
  if (files.length === 0) return new Set()
  const ids = files.map(({ id }) => id)
  const { rows } = await sql<{ id: string }>`
    select trouve.id from unnest(${ids}::text[]) as trouve(id) where exists (select from fichiers f where f.id::text = trouve.id)`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

/**
 * Is a store more likely that of another database? It is when none of its files is known here, or more than a tenth of them is not:
 * this is how it looks to an empty, a mistaken or a much older database.
 * @param unnamed how many files are at stake
 */
export const isMostlyUnknown = ({ files, unknown }: Census, unnamed = unknown.length) =>
  unnamed > 0 && (unknown.length === files.length || (unnamed > FEW && unnamed > SHARE * files.length))

/**
 * Makes sure, before anything is written to a store or taken from it, that it is that of this database; marks it when it is nobody's yet
 * (docs/decisions/0043).
 * @returns what whoever starts Diyar should know, as a sentence, or null
 * @throws Refusal when it is that of another one, or may be
 */
export async function claimStore(files: FileStore, db: Db): Promise<string | null> {
  const id = await readInstallationId(db)
  if (id === null) throw new Error('this database has no installation id')
  const found = await files.installation()
  if (found === null) await claim(files, db, id)
  else if (found !== id) throw ofAnother(files)
  const named = await count(db, 'fichiers')
  if (named === 0 || !(await files.isEmpty())) return null
  return `la base de données nomme ${formatCompte(named, 'plan')}, et ${files.name} n'en contient aucun : vérifiez ${files.setting}, ou remettez-les depuis une sauvegarde ; « npm run verifier » les énumère.`
}

async function claim(files: FileStore, db: Db, id: string): Promise<void> {
  if (!(await files.isEmpty())) {
    const census = await takeCensus(files, db)
    if (census.files.length === 0 || isMostlyUnknown(census)) throw ofStrangers(files, census)
  }
  const owner = await files.claim(id).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Refusal(`${files.name} n'a pas pu être marqué comme celui de cette installation (${reason}).`)
  })
  if (owner !== id) throw ofAnother(files)
}

/**
 * For what only reads: a store that nobody has marked yet will do.
 * @throws Refusal when it is marked as that of another installation
 */
export async function refuseStoreOfAnother(files: FileStore, db: Db): Promise<void> {
  const [id, found] = [await readInstallationId(db), await files.installation()]
  if (id !== null && found !== null && found !== id) throw ofAnother(files)
}

/** Is the store still the one that was taken possession of, and not what lies below a disk that is no longer there? */
export async function isOwnStore(files: FileStore, db: Db): Promise<boolean> {
  const id = await readInstallationId(db)
  return id !== null && (await files.installation()) === id
}

/** A plan would be kept where nobody looks for it once the store is back. `code` is that of a place that is gone: it is answered alike. */
class StoreAway extends Error {
  readonly code = 'ENOENT'

  constructor({ name }: FileStore) {
    super(`${name} is not the store of this database, or no longer there`)
  }
}

/**
 * Checks, before a plan is kept, that the store is the one of this database.
 * @throws StoreAway when the store is not {@link isOwnStore}
 */
export async function requireStore(files: FileStore, db: Db): Promise<void> {
  if (!(await isOwnStore(files, db))) throw new StoreAway(files)
}

/**
 * A database that is made now is empty: a store that is in use cannot be its own.
 * @throws Refusal when it is in use
 */
export async function refuseForNewDatabase(files: FileStore, dataDir: string): Promise<void> {
  if (await isFree(files)) return
  throw new Refusal(
    `il n'y a pas de base de données dans ${dataDir}, alors que ${files.name} sert déjà à une installation : rien n'a été touché. ` +
      `Si sa base est sur un serveur, indiquez DATABASE_URL ; si son dossier a été déplacé, remettez-le ; pour une nouvelle installation, choisissez un autre ${files.setting}.`,
  )
}

/**
 * Takes a store for what is being restored into a database.
 * @param own the id that this database has, if any
 * @returns the id of the installation from now on, and how to give the store back when the restore fails
 * @throws Refusal when there is any file, or when it belongs to another database
 */
export async function takeForRestore(
  files: FileStore,
  own: string | null,
): Promise<{ id: string; giveBack: () => Promise<void> }> {
  const found = await files.installation()
  if ((found !== null && found !== own) || !(await files.isEmpty())) throw occupied(files)
  if (found !== null) return { id: found, giveBack: async () => {} }
  const id = own ?? randomUUID()
  if ((await files.claim(id)) !== id) throw occupied(files)
  return { id, giveBack: () => files.unclaim() }
}

/** @throws Refusal when the store is in use, whatever the database that is about to be made */
export async function refuseOccupied(files: FileStore): Promise<void> {
  if (!(await isFree(files))) throw occupied(files)
}

const isFree = async (files: FileStore) => (await files.installation()) === null && (await files.isEmpty())

const occupied = (files: FileStore) =>
  new Refusal(
    `${files.name} sert déjà à une installation : rien n'a été restauré ni touché. Restaurez avec un autre ${files.setting}, vide, puis démarrez avec les mêmes réglages.`,
  )

const ofAnother = (files: FileStore) =>
  new Refusal(
    `${files.name} contient les plans d'une autre installation que cette base de données : rien n'a été touché. ` +
      `Vérifiez DATABASE_URL et ${files.setting} ; pour une nouvelle installation, choisissez un autre ${files.setting}.`,
  )

const ofStrangers = (files: FileStore, { files: { length }, unknown }: Census) =>
  new Refusal(
    `${files.name} contient ${
      unknown.length === length
        ? "des plans dont aucun n'est connu"
        : `${length} plans, dont ${unknown.length} ne sont pas connus`
    } de cette base de données : rien n'a été touché. ` +
      `Vérifiez DATABASE_URL et ${files.setting} ; pour une nouvelle installation, choisissez un autre ${files.setting}.`,
  )
