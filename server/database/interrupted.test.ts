import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { clusterOf, readPostmaster } from '#server/database/embedded-cluster.ts'
import type { Db } from '#server/database/db.ts'
import { migrate, MIGRATIONS, readMigrations, type Migration } from '#server/database/migrate.ts'
import { connect, openDatabase, type Database } from '#server/database/pool.ts'
import { bareDatabase, freshDatabase } from '#test/harness/database.ts'
import { failedInvariants } from '#test/harness/invariants.ts'
import { dataFolder, drop } from '#test/faults/kills.ts'
import { begin, buildCommands, copyProduct, launch, urlOf } from '#test/harness/processes.ts'
import { proxyTo } from '#test/faults/proxy.ts'
import { shapeOf } from '#test/harness/shape.ts'

let root: string
let all: Migration[]
/** Schema that the product's migrations make when nothing disturbs them. */
let whole: string[]
const open: Database[] = []
const removals: (() => Promise<void>)[] = []
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'diyar-interrupted-'))
  all = await readMigrations()
  whole = await shapeOf((await database(freshDatabase)).db)
})
afterAll(async () => {
  await Promise.all(open.map(({ close }) => close()))
  await Promise.all(removals.map((remove) => remove()))
  await rm(root, { recursive: true, force: true })
})

/** The undisturbed schema as the embedded server tells it, because another major tells some of it otherwise. */
async function wholeEmbedded(): Promise<string[]> {
  if (!process.env['DATABASE_URL']) return whole
  const folder = await dataFolder()
  const { db, connection, close } = await openDatabase({ dataDir: folder, databaseUrl: undefined })
  try {
    await migrate(connection)
    return await shapeOf(db)
  } finally {
    await close()
    await drop(folder)
  }
}

async function database(make: () => Promise<Database>): Promise<Database> {
  const made = await make()
  open.push(made)
  return made
}

/** The statements of a migration; each ends with a semicolon at the end of a line, outside the body of a function. */
function statementsOf(text: string): string[] {
  const statements = ['']
  let inside = false
  for (const line of text.split(/(?<=\n)/)) {
    statements[statements.length - 1] += line
    if ((line.match(/\$\$/g)?.length ?? 0) % 2 === 1) inside = !inside
    if (!inside && /;\s*(--.*)?$/.test(line)) statements.push('')
  }
  return statements.filter((statement) => statement.trim() !== '')
}

/** A migration with a statement of ours before its n-th one, or after the last. */
const disturbed = (text: string, at: number, by: string) =>
  statementsOf(text).toSpliced(at, 0, `${by};\n`).join('')

const applied = async (db: Db) =>
  (await sql<{ name: string }>`select name from migrations order by name`.execute(db)).rows.map(
    ({ name }) => name,
  )

it('what cuts the migrations into statements loses nothing of them', () => {
  for (const { text } of all) expect(statementsOf(text).join('')).toBe(text)
  const count = all.reduce((sum, { text }) => sum + statementsOf(text).length, 0)
  expect(count).toBeGreaterThan(70)
})

it('cut off before each statement of each migration: nothing of it stays, and the next start makes it whole', async () => {
  const { db, connection } = await database(bareDatabase)
  const folder = join(root, 'statements')
  await mkdir(folder)
  for (const [n, { name, text }] of all.entries()) {
    await migrate(connection, folder)
    const before = await shapeOf(db)
    for (let at = 0; at <= statementsOf(text).length; at++) {
      await writeFile(
        join(folder, name),
        disturbed(text, at, 'select pg_terminate_backend(pg_backend_pid())'),
      )
      await expect(migrate(connection, folder), `${name}, statement ${at}`).rejects.toThrow(
        new RegExp(`^migration ${name} failed: `),
      )
      expect(await shapeOf(db), `${name}, statement ${at}`).toEqual(before)
      expect(await applied(db)).toEqual(all.slice(0, n).map((one) => one.name))
    }
    await writeFile(join(folder, name), text)
  }
  await migrate(connection)
  expect(await shapeOf(db)).toEqual(whole)
}, 300_000)

it.each([
  ['begin', 'before'],
  ['insert into migrations', 'before'],
  ['insert into migrations', 'after'],
  ['commit', 'before'],
  ['commit', 'after'],
] as const)(
  'cut off at %s, %s it is carried out: what was committed counts, and the next start goes on',
  async (text, when) => {
    const { db, connection } = await database(bareDatabase)
    const proxy = await proxyTo(connection)
    proxy.cutAt(text, when)
    await expect(migrate(proxy.connection)).rejects.toThrow(/connection error|terminat/)
    await proxy.restore()
    await migrate(connection)
    expect(await applied(db)).toEqual(all.map(({ name }) => name))
    expect(await shapeOf(db)).toEqual(whole)
    await proxy.close()
  },
)

describe('the product itself', () => {
  const SLEEP = 'select pg_sleep(3600)'
  const sleeping = async (db: Db) => {
    const { rows } = await sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`.execute(
      db,
    )
    return rows.length > 0
  }
  let copy: Awaited<ReturnType<typeof copyProduct>>
  beforeAll(async () => {
    removals.push(await buildCommands())
    copy = await copyProduct(root)
  })

  /** Starts a product that comes to rest before the n-th statement of a migration. */
  async function startAndRest(migration: Migration, at: number, settings: Record<string, string>) {
    await rm(copy.migrations, { recursive: true })
    await cp(MIGRATIONS, copy.migrations, { recursive: true })
    await writeFile(join(copy.migrations, migration.name), disturbed(migration.text, at, SLEEP))
    return begin('main', [], { ...settings, LOG_LEVEL: 'silent' }, [], copy.from)
  }

  const middle = (index: number) => {
    const migration = all.at(index) ?? { name: '', text: '', checksum: '' }
    return { migration, at: Math.ceil(statementsOf(migration.text).length / 2) }
  }

  it.each([0, -1])(
    'kill -9 in the middle of a migration (%i) on a server of one’s own: the next start makes it whole',
    async (index) => {
      const { db, connection } = await database(bareDatabase)
      const settings = { DATABASE_URL: urlOf(connection), DATA_DIR: join(root, `dehors${index}`) }
      const { migration, at } = middle(index)
      const first = await startAndRest(migration, at, settings)
      await vi.waitUntil(() => sleeping(db), { timeout: 30_000, interval: 50 })
      first.child.kill('SIGKILL')
      await first.ended
      const next = await launch(settings)
      expect(await shapeOf(db)).toEqual(whole)
      expect(await failedInvariants(db)).toEqual([])
      expect((await next.stop()).code).toBe(0)
    },
  )

  it.each(['the product', 'PostgreSQL'])(
    'kill -9 of %s in the middle of a migration of the embedded database: the same',
    async (victim) => {
      const folder = await dataFolder()
      const { migration, at } = middle(0)
      const first = await startAndRest(migration, at, { DATA_DIR: folder })
      const connection = {
        host: clusterOf(folder),
        port: 5432,
        user: 'diyar',
        database: 'diyar',
        password: '',
      }
      const watcher = connect(connection)
      await vi.waitUntil(() => sleeping(watcher.db).catch(() => false), { timeout: 30_000, interval: 50 })
      if (victim === 'PostgreSQL')
        process.kill((await readPostmaster(clusterOf(folder)))?.pid ?? 0, 'SIGKILL')
      else first.child.kill('SIGKILL')
      expect((await first.ended).code).not.toBe(0)
      await watcher.db.destroy()
      const next = await launch({ DATA_DIR: folder })
      const { db } = connect(connection)
      expect(await shapeOf(db)).toEqual(await wholeEmbedded())
      expect(await failedInvariants(db)).toEqual([])
      await db.destroy()
      expect((await next.stop()).code).toBe(0)
      await drop(folder)
    },
  )

  it('of an older release is refused on the schema of a newer one, in a sentence, and changes nothing', async () => {
    const { db, connection } = await database(bareDatabase)
    const settings = { DATABASE_URL: urlOf(connection), DATA_DIR: join(root, 'ancien') }
    await rm(copy.migrations, { recursive: true })
    await cp(MIGRATIONS, copy.migrations, { recursive: true })
    await writeFile(
      join(copy.migrations, '9999_apres.sql'),
      "alter table clients add column nouveau text not null default 'x';",
    )
    const newer = begin('main', [], settings, [], copy.from)
    await vi.waitUntil(() => newer.said().includes('prêt sur'), { timeout: 30_000, interval: 20 })
    newer.child.kill('SIGTERM')
    expect((await newer.ended).code).toBe(0)
    const before = await shapeOf(db)
    for (const command of ['main', 'demo'])
      expect(await begin(command, [], settings).ended).toEqual({
        code: 1,
        said: 'Diyar : la base de données a été utilisée par une version plus récente de Diyar (migration 9999_apres.sql) : mettez Diyar à jour.\n',
      })
    expect(await shapeOf(db)).toEqual(before)
    expect(before).not.toEqual(whole)
  })
})
