import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/database/db.ts'
import { count } from '#server/database/records.ts'
import type { FileStore, StoredFile } from '#server/files/store.ts'
import { messageOf, CommandError } from '#server/refusal.ts'
import { commande } from '#server/version.ts'
import { formatCompte } from '#shared/texte.ts'

/** Number and share of unknown files above which a store is held to be another database's. */
const FEW = 10
const SHARE = 0.1

/** Comparison of a store with the plans that a database names. */
interface Census {
  named: number
  files: StoredFile[]
  unknown: StoredFile[]
}

/** Id of the database's installation; null in a database of an older Diyar not started since. */
export async function readInstallationId(db: Db): Promise<string | null> {
  const { rows } = await sql<{
    made: boolean
  }>`select to_regclass('installation') is not null as made`.execute(db)
  if (!rows[0]?.made) return null
  return (await db.selectFrom('installation').select('id').executeTakeFirst())?.id ?? null
}

/** Finds the files of a store that the database does not name. */
export async function takeCensus(files: FileStore, db: Db): Promise<Census> {
  const found: StoredFile[] = []
  for await (const file of files.list('plans')) found.push(file)
  const known = await findNamedPlans(db, found)
  const unknown = found.filter(({ id }) => !known.has(id))
  return { named: await count(db, 'fichiers'), files: found, unknown }
}

/** Ids of the given files that the database names. */
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
 * Tells whether a store is probably another database's: it knows none of the files, or `unnamed` files exceed ten and a tenth. An empty,
 * wrong or much older database gives this picture.
 */
export const isMostlyUnknown = ({ files, unknown }: Census, unnamed = unknown.length) =>
  unnamed > 0 && (unknown.length === files.length || (unnamed > FEW && unnamed > SHARE * files.length))

/**
 * Checks that a store belongs to this database, and marks one without owner (docs/decisions/0043).
 * @returns a sentence for the administrator, or null. @throws CommandError when it belongs, or may belong, to another database
 */
export async function claimStore(files: FileStore, db: Db): Promise<string | null> {
  const id = await readInstallationId(db)
  if (id === null) throw new Error('this database has no installation id')
  const found = await files.installation()
  if (found === null) await claim(files, db, id)
  else if (found !== id) throw ofAnother(files)
  const named = await count(db, 'fichiers')
  if (named === 0 || !(await files.isEmpty())) return null
  return `la base de données nomme ${formatCompte(named, 'plan')}, et ${files.name} n'en contient aucun : vérifiez ${files.setting}, ou remettez-les depuis une sauvegarde ; « ${commande('verifier')} » les énumère.`
}

async function claim(files: FileStore, db: Db, id: string): Promise<void> {
  if (!(await files.isEmpty())) {
    const census = await takeCensus(files, db)
    if (census.files.length === 0 || isMostlyUnknown(census)) throw ofStrangers(files, census)
  }
  const owner = await files.claim(id).catch((error: unknown) => {
    throw new CommandError(
      `${files.name} n'a pas pu être marqué comme celui de cette installation (${messageOf(error)}).`,
    )
  })
  if (owner !== id) throw ofAnother(files)
}

/** Checks a store for a command that only reads; an unmarked store will do. @throws CommandError when it bears the mark of another installation */
export async function refuseStoreOfAnother(files: FileStore, db: Db): Promise<void> {
  const [id, found] = [await readInstallationId(db), await files.installation()]
  if (id !== null && found !== null && found !== id) throw ofAnother(files)
}

/** Tells whether the store still bears the mark of this database; it does not when its disk is no longer mounted. */
export async function isOwnStore(files: FileStore, db: Db): Promise<boolean> {
  const id = await readInstallationId(db)
  return id !== null && (await files.installation()) === id
}

/** The store is absent or another one; a plan kept there would be lost. `code` makes the answer that of an absent folder. */
class StoreAway extends Error {
  readonly code = 'ENOENT'

  constructor({ name }: FileStore) {
    super(`${name} is not the store of this database, or no longer there`)
  }
}

/** Checks, before a plan is kept, that the store is this database's. @throws StoreAway otherwise */
export async function requireStore(files: FileStore, db: Db): Promise<void> {
  if (!(await isOwnStore(files, db))) throw new StoreAway(files)
}

/** Checks the store before an empty database is made, to which a used store cannot belong. @throws CommandError when the store is in use */
export async function refuseForNewDatabase(files: FileStore, dataDir: string): Promise<void> {
  if (await isFree(files)) return
  throw new CommandError(
    `il n'y a pas de base de données dans ${dataDir}, alors que ${files.name} sert déjà à une installation : rien n'a été touché. ` +
      `Si sa base est sur un serveur, indiquez DATABASE_URL ; si son dossier a été déplacé, remettez-le ; pour une nouvelle installation, choisissez un autre ${files.setting}.`,
  )
}

/**
 * Marks a store for a database being restored. @param own id of that database. @throws CommandError for a store with files or an owner
 * @returns the installation's id, and a function that removes the mark when the restore fails
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

/** @throws CommandError when the store has files or an owner */
export async function refuseOccupied(files: FileStore): Promise<void> {
  if (!(await isFree(files))) throw occupied(files)
}

const isFree = async (files: FileStore) => (await files.installation()) === null && (await files.isEmpty())

const occupied = (files: FileStore) =>
  new CommandError(
    `${files.name} sert déjà à une installation : rien n'a été restauré ni touché. Restaurez avec un autre ${files.setting}, vide, puis démarrez avec les mêmes réglages.`,
  )

const ofAnother = (files: FileStore) =>
  new CommandError(
    `${files.name} contient les plans d'une autre installation que cette base de données : rien n'a été touché. ` +
      `Vérifiez DATABASE_URL et ${files.setting} ; pour une nouvelle installation, choisissez un autre ${files.setting}.`,
  )

const ofStrangers = (files: FileStore, { files: { length }, unknown }: Census) =>
  new CommandError(
    `${files.name} contient ${
      unknown.length === length
        ? "des plans dont aucun n'est connu"
        : `${length} plans, dont ${unknown.length} ne sont pas connus`
    } de cette base de données : rien n'a été touché. ` +
      `Vérifiez DATABASE_URL et ${files.setting} ; pour une nouvelle installation, choisissez un autre ${files.setting}.`,
  )
