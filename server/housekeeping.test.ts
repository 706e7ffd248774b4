import { mkdtemp, readdir, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { diskStore } from '#server/files/disk.ts'
import { sweep } from '#server/housekeeping.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { buildResidence } from '#test/builders.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

const UUID = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
const old = new Date(Date.now() - 2 * 3_600_000)

it('removes orphaned plans and abandoned uploads after an hour, and nothing that is named or recent', async () => {
  const root = await mkdtemp(join(tmpdir(), 'diyar-files-'))
  const store = diskStore(root)
  const keep = async (n: number, aged: boolean) => {
    const draft = await store.draft()
    await writeFile(draft, 'bytes')
    await store.keep(draft, UUID(n))
    if (aged) await utimes(join(root, 'plans', '00', `${UUID(n)}.pdf`), old, old)
  }
  await keep(1, true)
  await keep(2, true)
  await keep(3, false)
  await t.db
    .insertInto('fichiers')
    .values({ id: UUID(1), nom: 'plan.pdf', taille: 5, sha256: Buffer.alloc(32) })
    .execute()
  await buildResidence(t.db, { plan_id: UUID(1) })
  const abandoned = await store.draft()
  await writeFile(abandoned, 'half')
  await utimes(abandoned, old, old)

  await sweep(t.db, store)
  expect(await readdir(join(root, 'plans', '00'))).toEqual([`${UUID(1)}.pdf`, `${UUID(3)}.pdf`])
  expect(await readdir(join(root, 'brouillons'))).toEqual([])
})

it('drops expired sessions and old keys, and keeps the living ones', async () => {
  const karim = await t.member()
  await t.db
    .insertInto('sessions')
    .values({ empreinte: Buffer.alloc(32), membre_id: 1, vue_le: sql`now() - interval '61 minutes'` })
    .execute()
  await t.db
    .insertInto('idempotence')
    .values({
      membre_id: 1,
      cle: 'old',
      empreinte: Buffer.alloc(32),
      cree_le: sql`now() - interval '25 hours'`,
    })
    .execute()
  await t.db
    .insertInto('idempotence')
    .values({ membre_id: 1, cle: 'new', empreinte: Buffer.alloc(32) })
    .execute()
  await sweep(t.db, t.app.files)
  expect(await t.db.selectFrom('idempotence').select('cle').execute()).toEqual([{ cle: 'new' }])
  expect(await t.db.selectFrom('sessions').selectAll().execute()).toHaveLength(1)
  expect((await karim.get('/api/user')).statusCode).toBe(200)
})
