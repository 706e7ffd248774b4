import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { openArchive } from '#server/backup/archive-reader.ts'
import { clusterOf } from '#server/database/embedded-cluster.ts'
import { connect, type Database } from '#server/database/pool.ts'
import { s3Store } from '#server/files/s3.ts'
import { PLANS_LOCK } from '#server/database/locks.ts'
import { pathOf } from '#server/files/store.ts'
import { freshDatabase } from '#test/harness/database.ts'
import { launchOnSmallDisk, onSmallDisk, whyNoSmallDisk } from '#test/faults/full-disk.ts'
import { failedInvariants } from '#test/harness/invariants.ts'
import { dataFolder, drop } from '#test/faults/kills.ts'
import { addPlan as addTo } from '#test/harness/plans.ts'
import { begin, buildCommands, launch, run, urlOf } from '#test/harness/processes.ts'
import { startStore, type TestStore } from '#test/harness/s3.ts'
import { prepareWriting } from '#test/faults/writers.ts'

const noSmallDisk = whyNoSmallDisk()
const MB = 1024 ** 2
const PLAN = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(2 * MB, 0x20), Buffer.from('\n%%EOF\n')])

let root: string
let database: Database
let remote: TestStore
let removeCommands: () => Promise<void>
beforeAll(async () => {
  removeCommands = await buildCommands()
})
afterAll(() => removeCommands())
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'diyar-trouble-'))
  database = await freshDatabase()
  remote = await startStore()
  await database.db
    .insertInto('membres')
    .values({ name: 'A', email: 'a@diyar.dz', mot_de_passe: 'x', actif: true })
    .execute()
})
afterEach(async () => {
  await remote.close()
  await database.close()
  await rm(root, { recursive: true, force: true })
})

const settings = () => ({
  DATABASE_URL: urlOf(database.connection),
  DATA_DIR: root,
  LOG_LEVEL: 'error',
  S3_ENDPOINT: remote.config.endpoint,
  S3_REGION: remote.config.region,
  S3_BUCKET: remote.config.bucket,
  S3_ACCESS_KEY_ID: remote.config.accessKeyId,
  S3_SECRET_ACCESS_KEY: remote.config.secretAccessKey,
})

/** A plan that the database names and the store has. @returns its key */
const addPlan = async (content: Buffer) =>
  pathOf('plans', await addTo(database.db, s3Store(remote.config, root), content))

const nights = () => database.db.selectFrom('sauvegardes').select('fichier').execute()
const saved = () => readdir(join(root, 'sauvegardes')).catch(() => [])
const asked = (key: string) =>
  new Promise<void>((resolve) => (remote.onRead = (one) => one === key && resolve()))

/** The next server makes the backup of the night, whole. */
async function expectNextToSucceed(): Promise<void> {
  remote.hanging.clear()
  const server = await launch(settings())
  await vi.waitUntil(async () => (await nights()).length > 0, { timeout: 30_000 })
  expect((await server.stop()).code).toBe(0)
  const [name = '', ...others] = await saved()
  expect(others).toEqual([])
  const archive = await openArchive(join(root, 'sauvegardes', name))
  const kept = [...remote.objects.keys()].filter((key) => key.startsWith('plans/'))
  expect(archive.manifest.plans).toHaveLength(kept.length)
  await archive.close()
}

it('SIGTERM while the backup of the night waits for another one: the server stops, and nothing stays', async () => {
  const other = new pg.Client(database.connection)
  await other.connect()
  await other.query('select pg_advisory_lock($1)', [PLANS_LOCK])
  const server = await launch(settings())
  await vi.waitUntil(async () => (await saved()).length > 0, { timeout: 30_000 })
  const since = performance.now()
  const { code, said } = await server.stop()
  expect([code, said]).toEqual([0, expect.not.stringContaining('failed')])
  expect(performance.now() - since).toBeLessThan(10_000)
  expect([await saved(), await nights()]).toEqual([[], []])
  await other.end()
  await expectNextToSucceed()
})

it('SIGTERM while the store does not give a plan: the same', async () => {
  const key = await addPlan(Buffer.from('%PDF-1.4 plan'))
  remote.hanging.add(key)
  const reading = asked(key)
  const server = await launch(settings())
  await reading
  const since = performance.now()
  const { code, said } = await server.stop()
  expect([code, said]).toEqual([0, expect.not.stringContaining('failed')])
  expect(performance.now() - since).toBeLessThan(10_000)
  expect([await saved(), await nights()]).toEqual([[], []])
  await expectNextToSucceed()
})

it('kill -9 in the middle: the next server clears the half and makes the backup', async () => {
  const key = await addPlan(Buffer.from('%PDF-1.4 plan'))
  remote.hanging.add(key)
  const reading = asked(key)
  const server = await launch(settings())
  await reading
  process.kill(server.pid, 'SIGKILL')
  await server.ended
  expect(await saved()).toEqual([expect.stringMatching(/\.partiel$/)])
  await expectNextToSucceed()
})

it('Ctrl-C during npm run sauvegarde: it says so, fails, and leaves no half', async () => {
  const key = await addPlan(Buffer.from('%PDF-1.4 plan'))
  remote.hanging.add(key)
  const reading = asked(key)
  const command = begin('sauvegarde', [], settings())
  await reading
  command.child.kill('SIGINT')
  expect(await command.ended).toEqual({
    code: 1,
    said: "Diyar : la sauvegarde a été interrompue : elle n'a pas été écrite.\n",
  })
  expect(await saved()).toEqual([])
})

it.skipIf(noSmallDisk)(
  `no backup is begun that the disk has no room for, and the reason is said (${noSmallDisk ?? 'on a disk of 40 Mo'})`,
  async () => {
    for (let n = 0; n < 4; n++) await addPlan(Buffer.alloc(9 * MB, `%PDF-${n}`))
    const lack =
      /la sauvegarde \S+ n'a pas pu être écrite : il faut 3\d(,\d)?\sMo, plus 4,2\sMo à laisser libres pour la base de données, et le disque n'a que 4\d(,\d)?\sMo libres\./
    const read: string[] = []
    remote.onRead = (key) => void (key.startsWith('plans/') && read.push(key))
    const server = await launchOnSmallDisk(40, root, settings())
    await vi.waitUntil(() => server.said().includes('nightly backup failed'), { timeout: 30_000 })
    expect(server.said()).toMatch(lack)
    expect([read, await server.files('sauvegardes'), await nights()]).toEqual([[], [], []])
    expect(await server.room()).toBeGreaterThan(38 * MB)
    expect((await server.stop()).code).toBe(0)

    const { code, said } = await run('sauvegarde', [], settings(), onSmallDisk(40, root))
    expect([code, said.split('\n')]).toEqual([1, [expect.stringMatching(lack), '']])
    // The backup is made where there is room for it and for the reserve.
    const roomy = await launchOnSmallDisk(48, root, settings())
    await vi.waitUntil(async () => (await nights()).length > 0, { timeout: 30_000 })
    expect(await roomy.files('sauvegardes')).toHaveLength(1)
    expect((await roomy.stop()).code).toBe(0)
  },
)

it.skipIf(noSmallDisk)(
  `plans stop before the disk is full, and work goes on (${noSmallDisk ?? 'on a disk of 160 Mo'})`,
  async () => {
    const folder = await dataFolder()
    const server = await launchOnSmallDisk(160, folder, { LOG_LEVEL: 'silent' })
    const inside = join('/proc', String(server.pid), 'root', clusterOf(folder))
    const { db } = connect({ host: inside, port: 5432, user: 'diyar', database: 'diyar', password: '' })
    const { browser, bodies } = await prepareWriting(server.url, db)
    const kept = () => server.files('fichiers')
    const send = (n: number) => {
      const form = new FormData()
      form.set('nom', `Les Pins ${n}`)
      form.set('adresse', 'Oran')
      form.set('plan_pdf', new File([PLAN], 'plan.pdf', { type: 'application/pdf' }))
      return browser.call(server.url, 'POST', '/api/residences', form)
    }
    let sent = 0
    let answer = await send(sent)
    for (; answer.statusCode === 201; answer = await send(++sent));
    expect([answer.statusCode, answer.json]).toEqual([
      503,
      { message: 'Service momentanément indisponible. Réessayez dans un instant.' },
    ])
    // Several uploads at once are refused like one, because received bytes count before they are kept.
    const together = await Promise.all([1, 2, 3, 4].map((n) => send(sent + n)))
    expect(together.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503, 503])
    expect(await server.room()).toBeGreaterThan(8 * MB - PLAN.length / 2)
    expect(await kept()).toHaveLength(sent)
    const [residences, fichiers] = await Promise.all([
      db.selectFrom('residences').select('id').where('nom', 'like', 'Les Pins%').execute(),
      db.selectFrom('fichiers').select('id').execute(),
    ])
    expect([residences.length, fichiers.length]).toEqual([sent, sent])
    for (const body of bodies)
      expect((await browser.call(server.url, 'POST', '/api/paiements', body)).statusCode).toBe(201)
    expect(await failedInvariants(db)).toEqual([])
    await db.destroy()
    expect((await server.stop()).code).toBe(0)
    await drop(folder)
  },
)
