import { createHash } from 'node:crypto'
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { fillDemo } from '#db/demo.ts'
import { MIGRATIONS } from '#server/database/migrate.ts'
import type { Database } from '#server/database/pool.ts'
import { openArchive } from '#server/backup/archive-reader.ts'
import { buildAppartement, buildClient, idOf, sell } from '#test/harness/builders.ts'
import { bareDatabase, freshDatabase } from '#test/harness/database.ts'
import { fingerprints } from '#test/harness/tables.ts'
import { failedInvariants } from '#test/harness/invariants.ts'
import { Browser } from '#test/harness/browser.ts'
import { buildCommands, launch, roundRobin, run, urlOf } from '#test/harness/processes.ts'
import { startStore, type TestStore } from '#test/harness/s3.ts'

let root: string
let remote: TestStore
const open: Database[] = []
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'diyar-processes-'))
  await chmod(root, 0o711)
  remote = await startStore()
  return buildCommands()
})
afterAll(async () => {
  await Promise.all(open.map(({ close }) => close()))
  await remote.close()
  await rm(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

async function database(make: () => Promise<Database>): Promise<Database> {
  const made = await make()
  open.push(made)
  return made
}

const s3 = () => ({
  S3_ENDPOINT: remote.config.endpoint,
  S3_REGION: remote.config.region,
  S3_BUCKET: remote.config.bucket,
  S3_ACCESS_KEY_ID: remote.config.accessKeyId,
  S3_SECRET_ACCESS_KEY: remote.config.secretAccessKey,
})

const PDF = Buffer.from(`%PDF-1.4\n${'plan '.repeat(50_000)}\n%%EOF\n`)
const THREE = ['un', 'deux', 'trois']
const many = (n: number) => Array.from({ length: n }, (_, at) => at)

it('three processes behind a round-robin are one product', async () => {
  const { db, connection } = await database(bareDatabase)
  const settings = { DATABASE_URL: urlOf(connection), TRUST_PROXY: '1', ...s3() }
  const startAll = () => Promise.all(THREE.map((name) => launch({ ...settings, DATA_DIR: join(root, name) })))

  // The servers start together on an empty database.
  let servers = await startAll()
  const { rows: applied } = await sql<{ name: string }>`select name from migrations order by name`.execute(db)
  expect(applied.map(({ name }) => name)).toEqual((await readdir(MIGRATIONS)).toSorted())
  const [one = '', two = '', three = ''] = servers.map(({ url }) => url)
  const front = await roundRobin([one, two, three])

  // A member signs up and in through the proxy, works on all servers, and is signed out of all at once.
  const account = {
    name: 'Amina',
    email: 'amina@diyar.dz',
    password: 'Un secret 1',
    password_confirmation: 'Un secret 1',
  }
  const amina = new Browser()
  expect((await amina.call(front.url, 'POST', '/register', account)).statusCode).toBe(201)
  expect((await amina.call(one, 'POST', '/login', account)).statusCode).toBe(200)
  for (const url of [one, two, three, front.url])
    expect((await amina.call(url, 'GET', '/api/user')).statusCode).toBe(200)

  // All servers together allow five failed attempts.
  const wrong = await Promise.all(
    many(9).map(() => new Browser().call(front.url, 'POST', '/login', { ...account, password: 'faux' })),
  )
  expect(wrong.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
    422, 422, 422, 422, 422, 429, 429, 429, 429,
  ])

  // A request sent to all servers at once under one key is done once.
  const client = {
    nomComplet: 'Yacine Meziane',
    tel: '0555 12 34 56',
    email: 'yacine@exemple.dz',
    adresse: 'Oran',
  }
  const key = { 'idempotency-key': 'a-key' }
  const added = await Promise.all(
    many(6).map(() => amina.call(front.url, 'POST', '/api/clients', client, key)),
  )
  expect(added.map(({ statusCode }) => statusCode)).toEqual(many(6).map(() => 201))
  expect(new Set(added.map(idOf)).size).toBe(1)

  // A bien has one buyer; receipts have no gap; the total is the sum.
  const bien = await buildAppartement(db, { prix: 10_000 })
  const buyers = await Promise.all(many(6).map(() => buildClient(db)))
  const sold = await Promise.all(
    buyers.map(({ id }) =>
      amina.call(front.url, 'PUT', `/api/appartements/${bien}/assigner-client`, { client_id: id }),
    ),
  )
  expect(sold.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  const other = await buildAppartement(db, { prix: 3_000 })
  await sell(db, other, idOf(added[0] ?? { json: null }))
  const payment = {
    client_id: idOf(added[0] ?? { json: null }),
    appartement_id: other,
    date_paiement: '2026-03-01',
    versement: 1,
  }
  const paid = await Promise.all(many(45).map(() => amina.call(front.url, 'POST', '/api/paiements', payment)))
  expect(paid.filter(({ statusCode }) => statusCode === 201)).toHaveLength(30)
  const receipts = await db.selectFrom('paiements').select('recu_numero').orderBy('recu_numero').execute()
  expect(receipts.map(({ recu_numero }) => recu_numero)).toEqual(many(30).map((n) => n + 1))
  expect(await failedInvariants(db)).toEqual([])

  // A plan sent to one is read on another, and is in no process's folder.
  const form = new FormData()
  for (const [name, value] of Object.entries({ nom: 'Les Pins', adresse: 'Oran' })) form.set(name, value)
  form.set('plan_pdf', new File([PDF], 'plan.pdf', { type: 'application/pdf' }))
  const residence = idOf(await amina.call(one, 'POST', '/api/residences', form))
  for (const url of [two, three])
    expect((await amina.call(url, 'GET', `/api/residences/${residence}/plan`)).bytes.equals(PDF)).toBe(true)
  const kept = [...remote.objects].filter(([name]) => name !== 'installation')
  expect(kept.map(([, { bytes }]) => bytes.length)).toEqual([PDF.length])

  expect((await amina.call(two, 'POST', '/logout')).statusCode).toBe(200)
  for (const url of [one, two, three])
    expect((await amina.call(url, 'GET', '/api/user')).statusCode).toBe(401)

  // Among servers that are stopped and started together, one makes the backup of the night, plan included.
  expect((await Promise.all(servers.map(({ stop }) => stop()))).map(({ code }) => code)).toEqual([0, 0, 0])
  // A server that was slow to look may have made the backup as soon as Amina had signed up.
  await db.deleteFrom('sauvegardes').execute()
  for (const name of THREE) await rm(join(root, name, 'sauvegardes'), { recursive: true, force: true })
  servers = await startAll()
  const nights = () => db.selectFrom('sauvegardes').select('fichier').execute()
  await vi.waitUntil(async () => (await nights()).length > 0, { timeout: 30_000 })
  expect((await Promise.all(servers.map(({ stop }) => stop()))).map(({ code }) => code)).toEqual([0, 0, 0])
  await front.close()
  const made = await Promise.all(
    THREE.map(async (name) =>
      (await readdir(join(root, name, 'sauvegardes')).catch(() => [])).map((file) =>
        join(root, name, 'sauvegardes', file),
      ),
    ),
  )
  expect(made.flat()).toHaveLength(1)
  const archive = await openArchive(made.flat()[0] ?? '')
  expect(archive.manifest.plans).toHaveLength(1)
  await archive.close()
})

it('the commands move an installation from the embedded database to another, to S3, and back, unchanged', async () => {
  const source = await database(freshDatabase)
  await source.db.transaction().execute((db) => fillDemo(db, '2026-11-21', 'hash'))
  const id = '00000000-0000-4000-8000-000000000001'
  await source.db
    .insertInto('fichiers')
    .values({ id, nom: 'plan.pdf', taille: PDF.length, sha256: createHash('sha256').update(PDF).digest() })
    .execute()
  await sql`update residences set plan_id = ${id} where id = (select min(id) from residences)`.execute(
    source.db,
  )
  remote.objects.clear()
  remote.objects.set(`plans/00/${id}.pdf`, { bytes: PDF, changed: new Date() })
  const file = (n: number) => join(root, `voyage-${n}.tar`)
  const wellDone = async (command: string, args: string[], settings: Record<string, string>) => {
    const { code, said } = await run(command, args, settings)
    if (code !== 0) throw new Error(`${command} ended with ${code}:\n${said}`)
    return said
  }
  const outside = { DATABASE_URL: urlOf(source.connection), DATA_DIR: join(root, 'dehors'), ...s3() }
  expect(await wellDone('sauvegarde', [file(1)], outside)).toMatch(
    /sauvegarde écrite dans .*voyage-1\.tar \([\d,]+\s[KM]o, \d+ lignes, 1 fichier\)\./,
  )

  // The backup goes into the embedded database, which then runs while it is saved.
  const embedded = { DATA_DIR: join(root, 'embarquee') }
  expect(await wellDone('restaurer', [file(1)], embedded)).toMatch(
    /restaurée \(\d+ lignes, 1 fichier\)\.\n(\d+) règles sur \1 sont respectées\./,
  )
  const server = await launch(embedded)
  await wellDone('sauvegarde', [file(2)], embedded)
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  const again = await run('restaurer', [file(2)], embedded)
  expect([again.code, again.said]).toEqual([
    1,
    expect.stringMatching(/^Diyar : cette installation contient déjà des données[^\n]*\n$/),
  ])
  expect((await server.stop()).code).toBe(0)
  await wellDone('sauvegarde', [], embedded)
  expect(await readdir(join(root, 'embarquee', 'sauvegardes'))).toContainEqual(
    expect.stringMatching(/^diyar-\d{4}-\d{2}-\d{2}T\d{6}Z\.tar$/),
  )

  // The backup then goes into an outside database and store.
  remote.objects.clear()
  const target = await database(bareDatabase)
  await wellDone('restaurer', [file(2)], { ...outside, DATABASE_URL: urlOf(target.connection) })
  expect(await fingerprints(target.db)).toEqual(await fingerprints(source.db))
  expect(remote.objects.get(`plans/00/${id}.pdf`)?.bytes.equals(PDF)).toBe(true)
})

it('a command that cannot do its work says why in one sentence, fails, and has touched nothing', async () => {
  const never = { DATA_DIR: join(root, 'jamais') }
  await writeFile(join(root, 'autre.tar'), 'not a backup')
  for (const [command, args, sentence] of [
    ['restaurer', [join(root, 'autre.tar')], /^Diyar : le fichier .* n'est pas une sauvegarde de Diyar\.\n$/],
    ['restaurer', [join(root, 'absent.tar')], /^Diyar : le fichier .* n'existe pas\.\n$/],
    ['restaurer', [], /^Diyar : indiquez la sauvegarde à restaurer/],
    ['sauvegarde', [], /^Diyar : il n'y a rien à sauvegarder dans .*jamais/],
  ] as const) {
    const { code, said } = await run(command, [...args], never)
    expect([code, said]).toEqual([1, expect.stringMatching(sentence)])
  }
  expect(await readdir(root)).not.toContain('jamais')
})
