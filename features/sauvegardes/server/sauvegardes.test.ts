import { mkdir, open, readdir, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openArchive } from '#server/backup/archive-reader.ts'
import { forgetHere } from '#server/backup/failure.ts'
import { BACKUP_LOCK } from '#server/backup/kept.ts'
import { diskStore } from '#server/files/disk.ts'
import type { FileStore } from '#server/files/store.ts'
import { createApp } from '#server/http/app.ts'
import { checkedAnswer, startApp, Visitor, type TestApp } from '#test/harness/app.ts'
import { deferred } from '#test/harness/deferred.ts'
import { whenFree } from '#test/harness/locks.ts'
import { addPlan } from '#test/harness/plans.ts'

let t: TestApp
let karim: Visitor
let folder: string
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  folder = join(t.files, 'sauvegardes')
  for (const size of [40_000, 60_000])
    await addPlan(t.db, diskStore(t.files), Buffer.alloc(size, `%PDF-${size}`))
})
beforeEach(async () => {
  await whenFree(t.db, BACKUP_LOCK)
  await t.db.deleteFrom('sauvegardes').execute()
  await rm(folder, { recursive: true, force: true })
  forgetHere('sauvegarde', t.connection)
  await t.db.deleteFrom('echecs').execute()
})
afterAll(() => t.close())

interface Lue {
  data: {
    id: number
    fichier: string
    taille: number
    faite_le: string
    origine: string
    verifiee: boolean
  }[]
  en_cours: { depuis: string; octets: number; pourcentage: number | null } | null
  echec: string | null
  en_retard: boolean
  installee_le: string
}
const read = async (visitor = karim) => (await visitor.get('/api/sauvegardes')).json as Lue
const rows = () => t.db.selectFrom('sauvegardes').selectAll().orderBy('id').execute()
const inFolder = () => readdir(folder).catch(() => [])
/** A backup from its beginning to its end. */
async function make(visitor = karim): Promise<Lue> {
  expect((await visitor.post('/api/sauvegardes')).statusCode).toBe(202)
  await whenFree(t.db, BACKUP_LOCK)
  return read(visitor)
}
const journal = (action: string) =>
  t.db
    .selectFrom('journal')
    .where('objet', '=', 'sauvegarde')
    .where('action', '=', action)
    .selectAll()
    .orderBy('id')
    .execute()

/** The same product on the same data, whose store does what it is told before it gives the bytes of the second plan. */
async function withStore(before: () => Promise<unknown>) {
  const real = diskStore(t.files)
  let asked = 0
  const files: FileStore = {
    ...real,
    read: (id) =>
      Readable.from(
        (async function* () {
          if (++asked === 2) await before()
          yield* real.read(id)
        })(),
        { objectMode: false },
      ),
  }
  const sauvegardes = { connection: t.connection, folder, integree: false }
  const app = await createApp({ db: t.db, files, sauvegardes, answers: checkedAnswer })
  const visitor = new Visitor(app)
  visitor.cookies.take(karim.cookies)
  return { app, visitor }
}

// spec: EC-43
it('the installation is as old as its first start, though its first member may be gone', async () => {
  const first = sql`select name, applied_at from migrations order by name limit 1`
  const [{ name, applied_at } = {}] = (await first.execute(t.db)).rows as {
    name?: string
    applied_at?: Date
  }[]
  const begun = (le: string | Date | undefined) =>
    sql`update migrations set applied_at = ${le} where name = ${name}`.execute(t.db)
  await begun('2025-12-31T23:30:00Z')
  expect((await read()).installee_le).toBe('2026-01-01')
  await begun(applied_at)
})

describe('a backup from the screen', () => {
  // spec: AD-15
  it('is begun, made while others work, read back, and told', async () => {
    expect(await read()).toEqual({
      data: [],
      en_cours: null,
      echec: null,
      en_retard: false,
      installee_le: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) as string,
    })
    const first = await make()
    const gate = deferred<void>()
    const { app, visitor } = await withStore(() => gate.promise)
    const answer = await visitor.post('/api/sauvegardes')
    expect([answer.statusCode, answer.json]).toEqual([202, { message: 'Sauvegarde commencée.' }])
    const halfWay = async () => {
      for (;;) {
        const { en_cours } = await read()
        if (en_cours && (en_cours.pourcentage ?? 0) > 0) return en_cours
      }
    }
    const { octets, pourcentage, depuis } = await halfWay()
    expect([octets > 0, pourcentage]).toEqual([
      true,
      Math.floor((octets * 100) / (first.data[0]?.taille ?? 0)),
    ])
    expect(pourcentage).toBeLessThan(99)
    expect(Date.now() - Date.parse(depuis)).toBeLessThan(60_000)
    expect((await karim.get('/api/residences')).statusCode).toBe(200)
    gate.resolve()
    await whenFree(t.db, BACKUP_LOCK)
    const { data, en_cours, echec } = await read()
    expect([en_cours, echec]).toEqual([null, null])
    expect(data.map(({ origine, verifiee }) => [origine, verifiee])).toEqual([
      ['manuelle', true],
      ['manuelle', true],
    ])
    const [made] = data
    expect(made?.fichier).toMatch(/^manuelle-\d{4}-\d\d-\d\dT\d{6}Z-\d+\.tar$/)
    await (await openArchive(join(folder, made?.fichier ?? ''))).close()
    const line = (await journal('sauvegarder')).at(-1)
    expect(line).toMatchObject({ objet_id: made?.id, apres: { fichier: made?.fichier, origine: 'manuelle' } })
    await app.close()
  })

  it('is refused while one is being made, by this server or another; the same request again is answered the same', async () => {
    const other = new pg.Client(t.connection)
    await other.connect()
    await other.query('select pg_advisory_lock($1)', [BACKUP_LOCK])
    const before = await journal('sauvegarder')
    const refused = await karim.post('/api/sauvegardes')
    expect([refused.statusCode, refused.json]).toEqual([
      409,
      { message: 'Une sauvegarde est déjà en cours.' },
    ])
    expect([await rows(), await inFolder(), await journal('sauvegarder')]).toEqual([[], [], before])
    await other.end()
    await whenFree(t.db, BACKUP_LOCK)
    const headers = { 'idempotency-key': 'une seule fois' }
    for (const _ of [1, 2, 3])
      expect((await karim.post('/api/sauvegardes', {}, headers)).statusCode).toBe(202)
    await whenFree(t.db, BACKUP_LOCK)
    expect(await rows()).toHaveLength(1)
  })

  it('that two ask for at once is made for each whom it was promised, one after the other', async () => {
    const { app, visitor } = await withStore(async () => {})
    const answers = await Promise.all(
      [karim, visitor, karim, visitor].map((one) => one.post('/api/sauvegardes')),
    )
    const promised = answers.filter(({ statusCode }) => statusCode === 202).length
    const here = answers.filter(({ statusCode }, n) => statusCode === 202 && n % 2 === 0).length
    expect(
      answers.map(({ statusCode }) => statusCode).filter((status) => status !== 202 && status !== 409),
    ).toEqual([])
    await app.close()
    // A backup that follows another begins a moment after the lock is free.
    await expect.poll(async () => (await rows()).length, { timeout: 60_000 }).toBeGreaterThanOrEqual(here)
    await whenFree(t.db, BACKUP_LOCK)
    // A server that is closed gives up what it has not begun.
    expect((await rows()).length).toBeLessThanOrEqual(promised)
    expect((await inFolder()).every((name) => name.endsWith('.tar'))).toBe(true)
  })

  it('keeps five files; other kinds and what somebody put there stay; what has no file is not listed', async () => {
    await mkdir(folder)
    for (let n = 1; n <= 6; n++) await writeFile(join(folder, `manuelle-2020-01-0${n}T000000Z-${n}.tar`), 'x')
    const others = ['notes.txt', 'nuit-2020-01-01.tar', 'avant-import-3.tar', 'diyar-2020-01-01T000000Z.tar']
    for (const name of others) await writeFile(join(folder, name), 'x')
    const { data } = await make()
    const kept = await inFolder()
    expect(kept.filter((name) => name.startsWith('manuelle-'))).toHaveLength(5)
    expect(kept).toEqual(expect.arrayContaining(others))
    expect(data).toHaveLength(1)
    await truncate(join(folder, data[0]?.fichier ?? ''), 100)
    expect((await read()).data).toEqual([])
    await rm(join(folder, data[0]?.fichier ?? ''))
    expect((await read()).data).toEqual([])
  })

  // spec: AD-16
  it('of which a byte is not what was written is removed, without a row, and told; the next one is right', async () => {
    const { app, visitor } = await withStore(async () => {
      const [draft = ''] = (await inFolder()).filter((name) => name.endsWith('.partiel'))
      const file = await open(join(folder, draft), 'r+')
      const byte = Buffer.alloc(1)
      await file.read(byte, 0, 1, 700)
      byte.writeUInt8(byte.readUInt8() ^ 1)
      await file.write(byte, 0, 1, 700)
      await file.close()
    })
    const { data, echec } = await make(visitor)
    expect([data, echec]).toEqual([[], "le fichier relu n'est pas celui qui a été écrit."])
    expect([await rows(), await inFolder()]).toEqual([[], []])
    expect(await make(visitor)).toMatchObject({ data: [{ verifiee: true }], echec: null })
    await app.close()
  })

  it('without a folder says so, and is made once there is one', async () => {
    await writeFile(folder, 'no folder')
    expect(await make()).toMatchObject({ data: [], echec: "le dossier des sauvegardes n'en est pas un." })
    await rm(folder)
    expect(await make()).toMatchObject({ data: [{ verifiee: true }], echec: null })
    expect(await t.db.selectFrom('echecs').selectAll().execute()).toEqual([])
    await rm(folder, { recursive: true })
    expect(await read()).toMatchObject({ data: [], echec: "le dossier des sauvegardes n'existe plus." })
  })

  // spec: RE-55
  it('that failed is remembered by the next server', async () => {
    await writeFile(folder, 'no folder')
    await make()
    await vi.waitFor(async () =>
      expect(await t.db.selectFrom('echecs').select('essai').execute()).toEqual([{ essai: 'sauvegarde' }]),
    )
    // A new process knows nothing by itself.
    forgetHere('sauvegarde', t.connection)
    expect((await read()).echec).toBe("le dossier des sauvegardes n'en est pas un.")
    await rm(folder)
  })

  it('of which the server is closed in the middle leaves nothing, and is no failure', async () => {
    const [reached, never] = [deferred<void>(), new Promise<never>(() => {})]
    const { app, visitor } = await withStore(() => {
      reached.resolve()
      return never
    })
    await visitor.post('/api/sauvegardes')
    await reached.promise
    expect((await read()).en_cours).not.toBeNull()
    await app.close()
    await whenFree(t.db, BACKUP_LOCK)
    expect([await rows(), await inFolder(), (await read()).echec]).toEqual([[], [], null])
    expect((await make()).data).toHaveLength(1)
  })

  it('takes its progress from what it writes, not from what a dead process has left', async () => {
    await make()
    const dead = join(folder, 'nuit-2020-01-01.tar.aaaaaa.partiel')
    await writeFile(dead, Buffer.alloc(1_000_000))
    const old = new Date(Date.now() - 3_600_000)
    await utimes(dead, old, old)
    const other = new pg.Client({ ...t.connection, application_name: 'diyar-sauvegarde' })
    await other.connect()
    await other.query('select pg_advisory_lock($1)', [BACKUP_LOCK])
    expect((await read()).en_cours).toMatchObject({ octets: 0, pourcentage: 0 })
    await writeFile(dead, Buffer.alloc(9_000_000))
    expect((await read()).en_cours).toMatchObject({ octets: 9_000_000, pourcentage: 99 })
    await other.end()
  })
})

describe('two days without a backup', () => {
  const late = async (age: string, visitor = karim) => {
    await t.db.deleteFrom('sauvegardes').execute()
    await sql`insert into sauvegardes (fichier, taille, sha256, faite_le)
      values ('nuit.tar', 1, decode(repeat('00', 32), 'hex'), now() - ${age}::interval)`.execute(t.db)
    const { sauvegarde_en_retard: shown } = (await visitor.get('/api/dashboard')).json as Record<
      string,
      unknown
    >
    return [(await read()).en_retard, shown]
  }

  it('are told, one minute less is not; on the dashboard to those alone who make backups', async () => {
    expect(await late('47 hours 59 minutes')).toEqual([false, false])
    expect(await late('48 hours 1 minute')).toEqual([true, true])
    const samir = await t.member('samir@diyar.dz', 'caisse')
    expect(await late('48 hours 1 minute', samir)).toEqual([true, undefined])
  })
})

it('progress and files are seen by whoever asks; nobody else may', async () => {
  const samir = await t.member('samir@diyar.dz', 'comptable')
  expect((await samir.get('/api/sauvegardes')).statusCode).toBe(403)
  expect((await samir.post('/api/sauvegardes')).statusCode).toBe(403)
  expect([await rows(), await inFolder()]).toEqual([[], []])
})
