import { afterAll, beforeAll, expect, it } from 'vitest'
import { replaceFile } from '#server/files/replace.ts'
import type { UploadedFile } from '#server/files/upload.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { buildResidence } from '#test/harness/builders.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

const facts = { nom: 'plan.pdf', taille: 9, sha256: Buffer.alloc(32), type: 'application/pdf' as const }
const uploaded = (id: string): UploadedFile => ({
  ...facts,
  async keep(db) {
    await db
      .insertInto('fichiers')
      .values({ id, ...facts })
      .execute()
    return id
  },
  store: async () => {},
  settle: async () => {},
  bytes: async () => Buffer.alloc(0),
})
const FIRST = '00000000-0000-4000-8000-000000000001'
const SECOND = '00000000-0000-4000-8000-000000000002'

it('a record has the file it was given last; the one before it goes after the commit, and only then', async () => {
  const { id } = await buildResidence(t.db)
  const place = { table: 'residences', column: 'plan_id', id } as const
  const removed: string[] = []
  const files = { remove: async (former: string) => void removed.push(former) }
  const change = async (file: UploadedFile | null | undefined, { refused = false } = {}) => {
    const later: (() => Promise<void>)[] = []
    await inTransaction(t.db, async (db) => {
      await replaceFile(db, { files, afterCommit: (task) => void later.push(task) }, place, file)
      if (refused) throw new Error('refused')
    })
    expect(removed).toEqual([])
    for (const task of later) await task()
    return removed.splice(0)
  }
  const state = async () => ({
    plan: (await t.db.selectFrom('residences').select('plan_id').where('id', '=', id).executeTakeFirst())
      ?.plan_id,
    kept: (await t.db.selectFrom('fichiers').select('id').orderBy('id').execute()).map((file) => file.id),
  })

  expect(await change(undefined)).toEqual([])
  expect(await change(null)).toEqual([])
  expect(await state()).toEqual({ plan: null, kept: [] })
  expect(await change(uploaded(FIRST))).toEqual([])
  expect(await state()).toEqual({ plan: FIRST, kept: [FIRST] })
  expect(await change(undefined)).toEqual([])
  await expect(change(uploaded(SECOND), { refused: true })).rejects.toThrow('refused')
  await expect(change(null, { refused: true })).rejects.toThrow('refused')
  expect([removed, await state()]).toEqual([[], { plan: FIRST, kept: [FIRST] }])
  expect(await change(uploaded(SECOND))).toEqual([FIRST])
  expect(await state()).toEqual({ plan: SECOND, kept: [SECOND] })
  expect(await change(null)).toEqual([SECOND])
  expect(await state()).toEqual({ plan: null, kept: [] })
})

it('takes no column but one that names a file', () => {
  const take = (_place: Parameters<typeof replaceFile>[2]) => true
  expect(take({ table: 'appartements', column: 'plan_id', id: 1 })).toBe(true)
  // @ts-expect-error: another record's number
  take({ table: 'blocs', column: 'residence_id', id: 1 })
  // @ts-expect-error: no such column there
  take({ table: 'locaux', column: 'plan_id', id: 1 })
})
