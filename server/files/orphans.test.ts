import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Database } from '#server/database/pool.ts'
import { s3Store } from '#server/files/s3.ts'
import { runHousekeeping } from '#server/housekeeping.ts'
import { HOUSEKEEPING } from '#server/limits.ts'
import { signIn } from '#test/harness/browser.ts'
import { buildAppartement, buildClient, pay, sell } from '#test/harness/builders.ts'
import { envoi, residences } from '#test/harness/classeur-envoye.ts'
import { freshDatabase } from '#test/harness/database.ts'
import { unPng } from '#test/harness/images.ts'
import { PDF } from '#test/harness/plans.ts'
import { buildCommands, launch, urlOf } from '#test/harness/processes.ts'
import { startStore, type TestStore } from '#test/harness/s3.ts'
import { printTables } from '#test/harness/tables.ts'

let folder: string
let remote: TestStore
let database: Database
let removeCommands: () => Promise<void>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'diyar-orphelins-'))
  remote = await startStore()
  database = await freshDatabase()
  removeCommands = await buildCommands()
})
afterAll(async () => {
  await removeCommands()
  await database.close()
  await remote.close()
  await rm(folder, { recursive: true, force: true })
})

const settings = () => ({
  DATABASE_URL: urlOf(database.connection),
  DATA_DIR: folder,
  S3_ENDPOINT: remote.config.endpoint,
  S3_REGION: remote.config.region,
  S3_BUCKET: remote.config.bucket,
  S3_ACCESS_KEY_ID: remote.config.accessKeyId,
  S3_SECRET_ACCESS_KEY: remote.config.secretAccessKey,
})

interface Envoi {
  path: string
  fields: Record<string, string>
  part: string
  name: string
  content: Buffer | string
}

/** A form with each kind of file there is, for records that are there. */
async function everyKind(): Promise<Envoi[]> {
  const { db } = database
  const [{ id: client }, bien] = [await buildClient(db), await buildAppartement(db)]
  const vente = await sell(db, bien, client)
  const paiement = await pay(db, vente, 1_000)
  const { id: promoteur } = await db
    .insertInto('promoteurs')
    .values({ nom: 'Promo', email: 'promo@exemple.dz', telephone: '021 00 00 00', adresse: 'Alger' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const plan = { name: 'plan.pdf', content: PDF }
  const classeur = envoi(await residences('Les Importés'))
  return [
    { path: '/api/residences', fields: { nom: 'Les Pins', adresse: 'Oran' }, part: 'plan_pdf', ...plan },
    { path: `/api/paiements/${paiement}/justificatif`, fields: {}, part: 'justificatif', ...plan },
    {
      path: '/api/pieces',
      fields: { client_id: String(client), type: 'piece-identite' },
      part: 'fichier',
      ...plan,
    },
    {
      path: `/api/promoteurs/${promoteur}/logo`,
      fields: { _method: 'PUT' },
      part: 'logo',
      name: 'logo.png',
      content: unPng(),
    },
    { path: '/api/imports', fields: {}, ...classeur },
  ]
}

const formOf = ({ fields, part, name, content }: Envoi) => {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.set(key, value)
  form.set(part, new File([content], name))
  return form
}

/** The rows of every table, the numbering aside, since a change that is rolled back has taken its number. */
async function contents(): Promise<[string, string][]> {
  const tables = await printTables(database.db, ['sessions', 'migrations'])
  return [...tables].map(([name, { rows, hash }]) => [name, `${rows} ${hash}`])
}

const below = (shelf: string) => [...remote.objects.keys()].filter((key) => key.startsWith(shelf)).toSorted()

// spec: RE-52
it('a server that is killed between the store and the commit leaves orphans, which the sweep takes, and nothing else', async () => {
  const { db } = database
  const server = await launch(settings())
  const account = { name: 'Karim Benali', email: 'karim@exemple.dz', password: 'Motdepasse1!' }
  const karim = await signIn(server.url, account)
  const envois = await everyKind()
  const [residence] = envois
  if (!residence) throw new Error('no form')
  const first = { ...residence, fields: { nom: 'Les Oliviers', adresse: 'Oran' } }
  expect((await karim.call(server.url, 'POST', first.path, formOf(first))).statusCode).toBe(201)
  const named = below('plans')
  const before = await contents()

  const answers = await db.transaction().execute(async (held) => {
    // Whatever names a file waits, and nothing else.
    await sql`lock table fichiers in share mode`.execute(held)
    const sending = envois.map((one) =>
      karim.call(server.url, 'POST', one.path, formOf(one)).then(
        ({ statusCode }) => statusCode,
        () => 'cut',
      ),
    )
    await vi.waitUntil(() => below('plans').length === named.length + envois.length, 20_000)
    process.kill(server.pid, 'SIGKILL')
    return Promise.all(sending)
  })
  await server.ended
  expect(answers).toEqual(envois.map(() => 'cut'))
  // The database finds out for itself that nobody is there any more.
  await vi.waitFor(async () => expect(await contents()).toEqual(before), 20_000)

  const store = s3Store(remote.config, folder)
  expect(await runHousekeeping(db, store)).toBeNull()
  expect(below('corbeille')).toEqual([])
  expect(await runHousekeeping(db, store, Date.now() + HOUSEKEEPING.settled + 1_000)).toBeNull()
  expect(below('plans')).toEqual(named)
  expect(below('corbeille')).toHaveLength(envois.length)
  expect(await contents()).toEqual(before)
})
