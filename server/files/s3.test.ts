import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { toAppError } from '#server/http/errors.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import { openFiles } from '#server/files/open.ts'
import { s3Store } from '#server/files/s3.ts'
import type { FileStore } from '#server/files/store.ts'
import { startStore, type TestStore } from '#test/harness/s3.ts'

let folder: string
let remote: TestStore
let store: FileStore
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'diyar-s3-'))
  remote = await startStore()
  store = s3Store(remote.config, folder, 2_000)
})
afterEach(async () => {
  await remote.close()
  await rm(folder, { recursive: true, force: true })
})

const UUID = (n: number) => `0000000${n}-0000-4000-8000-000000000000`

async function keep(id: string, content: Buffer): Promise<void> {
  const draft = await store.draft()
  await writeFile(draft, content)
  await store.keep(draft, id)
}

it('lists what it holds, over all pages, and nothing else', async () => {
  remote.page = 2
  for (let n = 0; n < 7; n++) await keep(UUID(n), Buffer.alloc(n + 1))
  remote.objects.set('plans/autre.txt', { bytes: Buffer.from('not ours'), changed: new Date() })
  const found = []
  for await (const { id, taille } of store.list('plans')) found.push([id, taille])
  expect(found).toEqual(Array.from({ length: 7 }, (_, n) => [UUID(n), n + 1]))
  expect(remote.served.filter((call) => call.includes('list-type')).length).toBe(4)
})

it('a copy into the bin that failed half-way takes nothing away', async () => {
  await keep(UUID(1), Buffer.from('x'))
  remote.copies = 'fail'
  const failed = await store.remove(UUID(1)).catch((error: unknown) => error)
  expect(toAppError(failed)?.is(communesErreurs.indisponible)).toBe(true)
  expect([...remote.objects.keys()]).toEqual([`plans/00/${UUID(1)}.pdf`])
})

it.each(['kept', 'unknown', 'ignored'] as const)(
  'is marked once, by a store whose conditional writes are %s',
  async (conditions) => {
    remote.conditions = conditions
    expect(await store.installation()).toBeNull()
    expect(await store.claim(UUID(1))).toBe(UUID(1))
    expect(await store.claim(UUID(2))).toBe(UUID(1))
    expect(await store.installation()).toBe(UUID(1))
  },
)

it('tells an outage from a refusal, and waits for neither', async () => {
  remote.failure = { status: 500 }
  const failed = await keep(UUID(1), Buffer.from('x')).catch((error: unknown) => error)
  expect(toAppError(failed)?.is(communesErreurs.indisponible)).toBe(true)
  remote.failure = 'silent'
  const silent = await buffer(store.read(UUID(1))).catch((error: unknown) => error)
  expect(toAppError(silent)?.is(communesErreurs.indisponible)).toBe(true)
  remote.failure = null
  await keep(UUID(1), Buffer.from('x'))
  const gone = s3Store({ ...remote.config, endpoint: 'http://127.0.0.1:9' }, folder)
  const unreachable = await gone.remove(UUID(1)).catch((error: unknown) => error)
  expect(toAppError(unreachable)?.is(communesErreurs.indisponible)).toBe(true)
})

it('is given up when it says nothing, though memory is collected meanwhile', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  remote.failure = 'silent'
  const collecting = setInterval(collect, 50)
  const asked = [
    () => store.installation(),
    () => buffer(store.read(UUID(1))),
    () => keep(UUID(2), Buffer.from('x')),
  ]
  const answers = await Promise.all(asked.map((ask) => ask().catch((error: unknown) => error)))
  clearInterval(collecting)
  const away = (error: unknown) => toAppError(error)?.is(communesErreurs.indisponible)
  expect(answers.map(away)).toEqual([true, true, true])
})

it.each([
  [{ bucket: 'autre' }, /n'a pas de bucket autre/],
  [{ secretAccessKey: 'faux' }, /refuse l'accès au bucket plans-diyar/],
  [{ region: 'ailleurs' }, /refuse l'accès/],
  [{ endpoint: 'http://127.0.0.1:9' }, /ne répond pas/],
])('stops the start when the bucket cannot be used: %j', async (wrong, sentence) => {
  await expect(openFiles({ dataDir: folder, s3: { ...remote.config, ...wrong } })).rejects.toThrow(sentence)
  await openFiles({ dataDir: folder, s3: remote.config })
})

it('is set up by five settings that go together', () => {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = remote.config
  const env = {
    S3_ENDPOINT: endpoint,
    S3_REGION: region,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  }
  expect(readConfig(env).s3).toEqual(remote.config)
  expect(readConfig({}).s3).toBeUndefined()
  for (const name of Object.keys(env))
    expect(() => readConfig({ ...env, [name]: '' })).toThrow(`le réglage ${name} manque`)
  expect(() => readConfig({ ...env, S3_ENDPOINT: 's3.exemple.dz' })).toThrow(
    /le réglage S3_ENDPOINT \(« s3.exemple.dz »\)/,
  )
})
