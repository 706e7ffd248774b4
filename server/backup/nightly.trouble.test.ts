import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openArchive } from '#server/backup/archive-reader.ts'
import { sha256 } from '#server/backup/archive-writer.ts'
import { backUp } from '#server/backup/backup.ts'
import { backUpIfDue } from '#server/backup/nightly.ts'
import { connect, socketWithIdleTimeout, type Database } from '#server/database/pool.ts'
import { diskStore } from '#server/files/disk.ts'
import { PLANS_LOCK } from '#server/database/locks.ts'
import type { FileStore } from '#server/files/store.ts'
import { freshDatabase } from '#test/harness/database.ts'
import { addPlan } from '#test/harness/plans.ts'
import { proxyTo } from '#test/faults/proxy.ts'

const FILE = 'nuit-2026-11-21.tar'
/** Silence that the sockets of the pool bear here, in ms, and the longer time of a plan. */
const IMPATIENT = 1_000
const SLOW = 2 * IMPATIENT

let root: string
let database: Database
let files: FileStore
/** The pool of a server, as impatient as the product's, in less time. */
let pool: ReturnType<typeof connect>
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'diyar-nightly-'))
  database = await freshDatabase()
  files = diskStore(join(root, 'fichiers'))
  pool = connect(database.connection, { stream: () => socketWithIdleTimeout(IMPATIENT) })
  await database.db
    .insertInto('membres')
    .values({ name: 'A', email: 'a@diyar.dz', mot_de_passe: 'x', actif: true })
    .execute()
  for (let n = 1; n <= 2; n++) await addPlan(database.db, files, Buffer.alloc(20_000 * n, `%PDF-${n}`))
})
afterEach(async () => {
  await pool.db.destroy()
  await database.close()
  await rm(root, { recursive: true, force: true })
})

const folder = () => join(root, 'sauvegardes')
const inFolder = () => readdir(folder()).catch(() => [])
const rows = () => database.db.selectFrom('sauvegardes').select(['jour', 'fichier', 'sha256']).execute()

const due = (store = files, options: { signal?: AbortSignal; connection?: pg.ClientConfig } = {}) =>
  backUpIfDue({
    pool: pool.db,
    connection: database.connection,
    files: store,
    folder: folder(),
    now: new Date('2026-11-21T03:00:00Z'),
    ...options,
  })

/** The file of the night is whole, and is the one that was recorded. */
async function expectMade(): Promise<void> {
  const made = await rows()
  expect(made).toMatchObject([{ jour: '2026-11-21', fichier: FILE }])
  expect(await inFolder()).toEqual([FILE])
  expect(made[0]?.sha256.toString('hex')).toBe(sha256(await readFile(join(folder(), FILE))))
  const archive = await openArchive(join(folder(), FILE))
  expect(archive.manifest.plans).toHaveLength(2)
  await archive.close()
}

/** A store that gives each plan only once `gate` has let it pass; `asked` counts those asked for. */
function gatedStore(gate: () => Promise<unknown>) {
  const store = {
    ...files,
    asked: 0,
    read(id: string) {
      store.asked++
      return Readable.from(
        (async function* () {
          await gate()
          yield* files.read(id)
        })(),
        { objectMode: false },
      )
    },
  }
  return store
}

const forEver = () => new Promise<never>(() => {})

/** Ends the connections of backups at the server, as a restart of it or of a router would. */
const cutBackups = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'diyar-sauvegarde' and datname = current_database()`.execute(
    database.db,
  )

it('is recorded once, however long the store takes for the plans', async () => {
  await due(gatedStore(() => delay(SLOW)))
  await expectMade()
  expect(await due()).toBeNull()
})

it('cut off from the database in the middle, records nothing and leaves no half; the next try is right', async () => {
  const store = gatedStore(cutBackups)
  await expect(due(store)).rejects.toThrow(/connection error|terminat/)
  expect(store.asked).toBeGreaterThan(0)
  expect([await rows(), await inFolder()]).toEqual([[], []])
  await due()
  await expectMade()
})

it('of two servers on one folder, the one that lost its connection does not put its file in place of the other’s', async () => {
  let second: Promise<unknown> | undefined
  const store = gatedStore(async () => {
    if (second) return
    await cutBackups()
    // The lock is free once the server has noticed.
    second = vi.waitUntil(async () => due(), { timeout: 30_000, interval: 20 })
    await second
  })
  await expect(due(store)).rejects.toThrow()
  await second
  await expectMade()
})

it('stops at once while it waits for another backup', async () => {
  const other = new pg.Client(database.connection)
  await other.connect()
  await other.query('select pg_advisory_lock($1)', [PLANS_LOCK])
  const stopping = new AbortController()
  const made = due(files, { signal: stopping.signal })
  await vi.waitUntil(async () => (await inFolder()).length > 0, { timeout: 30_000, interval: 5 })
  // By then the backup has asked for the lock, which it cannot get.
  await delay(IMPATIENT)
  stopping.abort()
  await expect(made).rejects.toThrow(/aborted/)
  expect([await rows(), await inFolder()]).toEqual([[], []])
  await other.end()
  await due()
  await expectMade()
})

it('waits until another backup is done, and then goes on', async () => {
  const other = new pg.Client(database.connection)
  await other.connect()
  await other.query('select pg_advisory_lock($1)', [PLANS_LOCK])
  const store = gatedStore(async () => {})
  const made = due(store)
  await vi.waitUntil(async () => (await inFolder()).length > 0, { timeout: 30_000, interval: 5 })
  await delay(SLOW)
  expect(store.asked).toBe(0)
  await other.end()
  await made
  await expectMade()
})

it('stops at once while a plan does not come, and gives its locks back', async () => {
  const stopping = new AbortController()
  const store = gatedStore(forEver)
  const made = due(store, { signal: stopping.signal })
  await vi.waitUntil(() => store.asked > 0, { timeout: 30_000, interval: 5 })
  stopping.abort()
  await expect(made).rejects.toThrow(/aborted/)
  expect([await rows(), await inFolder()]).toEqual([[], []])
  await due()
  await expectMade()
})

it('stops at once while the database hangs', async () => {
  const proxy = await proxyTo(database.connection)
  const stopping = new AbortController()
  const store = gatedStore(async () => proxy.hang())
  const made = due(store, { signal: stopping.signal, connection: proxy.connection })
  await vi.waitUntil(() => store.asked > 1, { timeout: 30_000, interval: 5 })
  await delay(IMPATIENT)
  stopping.abort()
  await expect(made).rejects.toThrow(/aborted/)
  expect([await rows(), await inFolder()]).toEqual([[], []])
  await proxy.close()
  await due()
  await expectMade()
})

it('of a backup by hand: says that it waits for another one', async () => {
  const other = new pg.Client(database.connection)
  await other.connect()
  await other.query('select pg_advisory_lock($1)', [PLANS_LOCK])
  const said = new EventTarget()
  const waiting = once(said, 'waiting')
  const made = backUp({
    connection: database.connection,
    files,
    target: join(folder(), 'main.tar'),
    onWait: () => void said.dispatchEvent(new Event('waiting')),
  })
  await waiting
  await other.end()
  expect(await made).toMatchObject({ plans: 2, faultyPlans: [] })
})
