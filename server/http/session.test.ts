import type { FastifyRequest } from 'fastify'
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database } from '#server/database/pool.ts'
import type { Db } from '#server/database/db.ts'
import { closeSession, openSession, readSession } from '#server/http/session.ts'
import { freshDatabase } from '#test/harness/database.ts'

let database: Database
let db: Db
let asked = 0
const counting: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    asked++
    return result
  },
}
beforeAll(async () => {
  database = await freshDatabase()
  db = database.db.withPlugin(counting)
})
afterAll(() => database.close())

let serial = 0
async function addMember(): Promise<number> {
  const n = ++serial
  const { id } = await database.db
    .insertInto('membres')
    .values({ name: `Membre ${n}`, email: `membre${n}@diyar.dz`, mot_de_passe: '-', actif: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

let karim: string
let nadia: string
beforeEach(async () => {
  karim = await openSession(database.db, await addMember())
  nadia = await openSession(database.db, await addMember())
  asked = 0
})

const call = (token: string) => {
  const request: Partial<FastifyRequest> = { cookies: { diyar_session: token } }
  return readSession(db, request as FastifyRequest)
}
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

it('is read once for the calls of a browser that come together, and for each browser', async () => {
  const sessions = await Promise.all([call(karim), call(nadia), call(karim), call(karim)])
  expect(sessions.map((session) => session?.token)).toEqual([karim, nadia, karim, karim])
  expect(sessions[0]?.actor.id).not.toBe(sessions[1]?.actor.id)
  expect(asked).toBe(2)
})

it('is read again for a call that comes once the reading has begun', async () => {
  const first = call(karim)
  await nextTurn()
  const second = call(karim)
  // Without this turn the session could end before its reading has begun.
  await nextTurn()
  await closeSession(database.db, karim)
  const third = call(karim)
  await Promise.all([first, second])
  expect(await third).toBeNull()
  expect(asked).toBe(3)
})

it('that has ended, or whose member is out, lets nobody in at the next call', async () => {
  const [before] = await Promise.all([call(karim), call(nadia)])
  await closeSession(database.db, karim)
  expect(await Promise.all([call(karim), call(karim)])).toEqual([null, null])
  await database.db
    .updateTable('membres')
    .set({ actif: false })
    .where('id', '!=', before?.actor.id ?? 0)
    .execute()
  expect(await call(nadia)).toBeNull()
})

it('that cannot be read refuses those who share the reading, and no other', async () => {
  const broken = {
    ...counting,
    transformResult: () => Promise.reject(new Error('the connection is gone')),
  } satisfies KyselyPlugin
  const failing = database.db.withPlugin(broken)
  const request = { cookies: { diyar_session: karim } } as Partial<FastifyRequest> as FastifyRequest
  const both = await Promise.allSettled([readSession(failing, request), readSession(failing, request)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect((await call(karim))?.token).toBe(karim)
})
