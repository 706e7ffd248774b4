import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { REQUESTS } from '#server/limits.ts'
import { deferred } from '#test/harness/deferred.ts'
import { closeAll, get, sent, wire } from '#test/harness/leavers.ts'
import { startListening, type Listening } from '#test/harness/listening.ts'

let server: Listening
beforeAll(async () => {
  server = await startListening()
})
afterAll(() => server.close())
afterEach(() => closeAll())

const WAIT = { timeout: 30_000 }

/** Nobody may count an attempt, which every verification does, until the returned function is called. */
async function holdAttempts() {
  const [locked, free] = [deferred<void>(), deferred<void>()]
  const held = server.db.transaction().execute(async (db) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(db)
    await sql`lock table tentatives in access exclusive mode`.execute(db)
    locked.resolve()
    await free.promise
  })
  await locked.promise
  return async () => {
    free.resolve()
    await held
  }
}

/** Status and Retry-After of the answer on a connection of its own. */
async function asked(request: string): Promise<[status: number, wait: string | undefined]> {
  const head = await text(
    await sent(server.port, request.replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n')),
  )
  return [Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), /retry-after: (\d+)/i.exec(head)?.[1]]
}

// spec: RF-82
it('three hundred connections of one address to a public call take eight places; members are served', async () => {
  const release = await holdAttempts()
  const crowd = Array.from({ length: 300 }, (_, n) =>
    asked(get(`/api/verifier?code=0000000000${10 + (n % 90)}`)),
  )
  await vi.waitFor(() => expect(server.app.slots.taken()).toBe(REQUESTS.eachAddress), WAIT)
  const members = Array.from({ length: 30 }, (_, n) =>
    asked(get(n % 2 ? '/api/clients' : '/api/residences', server.member)),
  )
  const served = await Promise.all(members)
  expect(served.filter(([status]) => status !== 200)).toEqual([])
  // A caller who shows no cookie is told at once, and one who signs in is not counted among the crowd.
  expect((await asked(get('/api/clients')))[0]).toBe(401)
  expect(server.app.slots.taken()).toBe(REQUESTS.eachAddress)
  await release()
  const statuses = await Promise.all(crowd)
  const refused = statuses.filter(([status]) => status === 503)
  expect(statuses.filter(([status]) => status === 404).length).toBeGreaterThanOrEqual(1)
  expect(refused.length).toBeGreaterThanOrEqual(300 - 28)
  expect(new Set(refused.map(([, wait]) => wait))).toEqual(new Set(['1']))
})

// spec: RF-82
it('asks the database nothing for whoever shows no cookie, even when all places are taken', async () => {
  const work = deferred<void>()
  const works = Array.from({ length: REQUESTS.underWay }, () => server.app.slots.take(() => work.promise))
  const answers = await Promise.all(Array.from({ length: 50 }, () => asked(get('/api/user'))))
  expect(answers.map(([status]) => status)).toEqual(answers.map(() => 401))
  work.resolve()
  await Promise.all(works)
})

// spec: RF-82
it('counts an unknown cookie as a stranger until it has opened a session', async () => {
  const locked = deferred<void>()
  const free = deferred<void>()
  const held = server.db.transaction().execute(async (db) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(db)
    await sql`lock table sessions in access exclusive mode`.execute(db)
    locked.resolve()
    await free.promise
  })
  await locked.promise
  const cookies = Array.from({ length: 30 }, (_, n) => `diyar_session=${'x'.repeat(40)}${100 + n}`)
  const crowd = cookies.map((cookie) =>
    asked(wire('GET', '/backend/public/api/user', { headers: { cookie } })),
  )
  await vi.waitFor(() => expect(server.app.slots.taken()).toBe(REQUESTS.eachAddress), WAIT)
  const mine = asked(get('/api/user', server.member))
  await vi.waitFor(() => expect(server.app.slots.taken()).toBe(REQUESTS.eachAddress + 1), WAIT)
  free.resolve()
  await held
  expect((await mine)[0]).toBe(200)
  const statuses = (await Promise.all(crowd)).map(([status]) => status)
  expect(statuses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(REQUESTS.eachAddress)
  expect(statuses.filter((status) => status !== 401 && status !== 503)).toEqual([])
})

// spec: RF-82
it('twelve sign-ins of one office are answered, also with the cookies of the day before', async () => {
  const emails = Array.from({ length: 12 }, (_, n) => `bureau${n}@diyar.dz`)
  const { mot_de_passe } = await server.db
    .selectFrom('membres')
    .where('email', '=', 'karim.benali@diyar.dz')
    .select('mot_de_passe')
    .executeTakeFirstOrThrow()
  const people = emails.map((email) => ({ name: 'Bureau', email, mot_de_passe, actif: true }))
  await server.db.insertInto('membres').values(people).execute()
  const answers = emails.map((email, n) => {
    const body = JSON.stringify({ email, password: 'Motdepasse1!' })
    const headers = {
      cookie: `XSRF-TOKEN=jeton; diyar_session=${'y'.repeat(40)}${100 + n}`,
      'x-xsrf-token': 'jeton',
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
    }
    return asked(wire('POST', '/backend/public/login', { headers, body }))
  })
  expect((await Promise.all(answers)).map(([status]) => status)).toEqual(emails.map(() => 200))
})
