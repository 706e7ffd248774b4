import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createApp } from '#server/http/app.ts'
import { openArchive } from '#server/backup/archive-reader.ts'
import { sha256 } from '#server/backup/archive-writer.ts'
import { backUpIfDue, backUpNightly, isOverdue } from '#server/backup/nightly.ts'
import type { Database } from '#server/database/pool.ts'
import { claimStore } from '#server/files/installation.ts'
import { diskStore } from '#server/files/disk.ts'
import { freshDatabase } from '#test/harness/database.ts'

let root: string
let database: Database
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'diyar-nightly-'))
  database = await freshDatabase()
})
afterEach(async () => {
  await database.close()
  await rm(root, { recursive: true, force: true })
})

const addMember = () =>
  database.db
    .insertInto('membres')
    .values({ name: 'A', email: 'a@diyar.dz', mot_de_passe: 'x', actif: true })
    .execute()

function due(now: string, folder = 'one') {
  const { db, connection } = database
  return backUpIfDue({
    pool: db,
    connection,
    files: diskStore(join(root, 'files')),
    folder: join(root, folder),
    now: new Date(now),
  })
}

const rows = () =>
  database.db.selectFrom('sauvegardes').select(['jour', 'fichier', 'sha256']).orderBy('jour').execute()
const filesIn = (folder: string) => readdir(join(root, folder)).catch(() => [])

it('is made by one of several servers on one database', async () => {
  await addMember()
  const made = await Promise.all(
    ['one', 'two', 'three', 'one'].map((folder) => due('2026-11-21T03:00:00Z', folder)),
  )
  expect(made.filter((backup) => backup !== null)).toHaveLength(1)
  const found = await Promise.all(['one', 'two', 'three'].map(filesIn))
  expect(found.flat()).toEqual(['nuit-2026-11-21.tar'])
  const [row] = await rows()
  const folder = ['one', 'two', 'three'][found.findIndex(({ length }) => length > 0)] ?? ''
  expect(row?.sha256.toString('hex')).toBe(sha256(await readFile(join(root, folder, 'nuit-2026-11-21.tar'))))
  await (await openArchive(join(root, folder, 'nuit-2026-11-21.tar'))).close()
})

it('is made once from two in the morning in Algiers, or later when the machine was off; not when there is nothing to save', async () => {
  expect(await due('2026-11-20T23:30:00Z')).toBeNull()
  await addMember()
  await due('2026-11-20T23:30:00Z')
  expect((await rows()).map(({ jour }) => jour)).toEqual(['2026-11-20'])
  expect(await due('2026-11-21T00:59:59Z')).toBeNull()
  await due('2026-11-21T01:00:00Z')
  expect(await due('2026-11-21T15:00:00Z')).toBeNull()
  await due('2026-11-24T15:00:00Z')
  expect((await rows()).map(({ jour }) => jour)).toEqual(['2026-11-20', '2026-11-21', '2026-11-24'])
})

it('keeps the last fourteen, and what somebody else put there', async () => {
  await addMember()
  const folder = join(root, 'one')
  await mkdir(folder)
  const day = (n: number) => `nuit-2026-10-${String(n).padStart(2, '0')}.tar`
  for (let n = 1; n <= 20; n++) await writeFile(join(folder, day(n)), 'x')
  const others = ['diyar-2020-01-01T000000Z.tar', 'notes.txt', 'nuit-2026-11-20.tar.aaaaaa.partiel']
  for (const name of others) await writeFile(join(folder, name), 'x')
  await writeFile(join(folder, 'nuit-2026-10-01.tar.bbbbbb.partiel'), 'x')
  const old = new Date(Date.now() - 25 * 3_600_000)
  await utimes(join(folder, 'nuit-2026-10-01.tar.bbbbbb.partiel'), old, old)
  await due('2026-11-21T03:00:00Z')
  const expected = [...Array.from({ length: 13 }, (_, n) => day(n + 8)), 'nuit-2026-11-21.tar', ...others]
  expect(new Set(await filesIn('one'))).toEqual(new Set(expected))
})

it('is made again when its maker died before saying so, and tried again after a failure', async () => {
  await addMember()
  await writeFile(join(root, 'blocked'), 'a file where the folder should be')
  await expect(due('2026-11-21T03:00:00Z', 'blocked')).rejects.toThrow(/ENOTDIR/)
  expect(await rows()).toEqual([])
  await mkdir(join(root, 'one'))
  await writeFile(join(root, 'one', 'nuit-2026-11-21.tar'), 'half')
  await due('2026-11-21T03:10:00Z')
  await (await openArchive(join(root, 'one', 'nuit-2026-11-21.tar'))).close()
  expect(await rows()).toHaveLength(1)
})

it('is overdue after two days without one', async () => {
  await sql`update migrations set applied_at = now() - interval '3 days'`.execute(database.db)
  expect(await isOverdue(database.db)).toBe(false)
  await addMember()
  expect(await isOverdue(database.db)).toBe(true)
  await due(new Date().toISOString())
  expect(await isOverdue(database.db)).toBe(false)
  await sql`update sauvegardes set faite_le = now() - interval '49 hours'`.execute(database.db)
  expect(await isOverdue(database.db)).toBe(true)
})

it('runs in the server, which says in its log when it fails and when there has been none for two days', async () => {
  await addMember()
  await sql`update migrations set applied_at = now() - interval '3 days'`.execute(database.db)
  const said: string[] = []
  const logger = { level: 'warn', stream: { write: (line: string) => void said.push(line) } }
  const serve = async (folder: string) => {
    const files = diskStore(join(root, 'files'))
    await claimStore(files, database.db)
    const app = await createApp({ db: database.db, files, logger })
    backUpNightly(app, database.connection, join(root, folder))
    await app.listen({ port: 0, host: '127.0.0.1' })
    return app
  }
  await writeFile(join(root, 'blocked'), '')
  const failing = await serve('blocked')
  await vi.waitUntil(() => said.length >= 2, { timeout: 50_000 })
  await failing.close()
  expect(said.join('')).toMatch(/nightly backup failed[\s\S]*no backup for more than 48 hours/)
  const working = await serve('one')
  await vi.waitUntil(async () => (await rows()).length > 0, { timeout: 50_000 })
  await working.close()
  expect(said).toHaveLength(2)
})

it('without room for it looks again every ten minutes, says so once a day, and is made as soon as there is room', async () => {
  await addMember()
  // The file is larger than any disk.
  await database.db
    .insertInto('fichiers')
    .values({ id: randomUUID(), nom: 'plan.pdf', taille: 10 ** 15, sha256: Buffer.alloc(32) })
    .execute()
  const said: string[] = []
  const logger = { level: 'error', stream: { write: (line: string) => void said.push(line) } }
  const files = diskStore(join(root, 'files'))
  await claimStore(files, database.db)
  const app = await createApp({ db: database.db, files, logger })
  const seen = { looks: 0 }
  const connection = {
    ...database.connection,
    get keepAlive() {
      seen.looks++
      return true
    },
  }
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    backUpNightly(app, connection, join(root, 'one'))
    await app.listen({ port: 0, host: '127.0.0.1' })
    await vi.waitUntil(() => said.length > 0, { timeout: 30_000 })
    for (const look of [2, 3]) {
      // No look begins before the last one has ended.
      for (; seen.looks < look; await delay(5)) await vi.advanceTimersByTimeAsync(10 * 60_000)
    }
    expect(await rows()).toEqual([])
    await database.db.deleteFrom('fichiers').execute()
    for (; (await rows()).length === 0; await delay(5)) await vi.advanceTimersByTimeAsync(10 * 60_000)
  } finally {
    vi.useRealTimers()
    await app.close()
  }
  expect(said).toEqual([
    expect.stringMatching(
      /il faut 1\s000,1\sTo, plus [\d,]+\s[MG]o à laisser libres .*nightly backup failed/,
    ),
  ])
  expect(await filesIn('one')).toHaveLength(1)
})
