import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { text } from 'node:stream/consumers'
import { CONNECTION_TIMEOUTS, DOCUMENTS, SLOW_WORKS } from '#server/limits.ts'
import { documentsPool } from '#server/documents/documents-pool.ts'
import { Visitor } from '#test/harness/app.ts'
import { closeAll, get, sent } from '#test/harness/leavers.ts'
import { startListening, type Listening } from '#test/harness/listening.ts'

/** Divides the times of the product's table by eight, which keeps their proportions and leaves a cold process of a busy machine its time. */
vi.mock('#server/limits.ts', async (original) => {
  const real = await original<typeof import('#server/limits.ts')>()
  const sooner = <T extends object>(table: T, ...but: string[]): T =>
    Object.fromEntries(
      Object.entries(table).map(([name, ms]) => [
        name,
        but.includes(name) ? (ms as unknown) : Math.ceil(Number(ms) / 8),
      ]),
    ) as T
  return {
    ...real,
    CONNECTION_TIMEOUTS: sooner(real.CONNECTION_TIMEOUTS),
    DOCUMENTS: sooner(real.DOCUMENTS, 'children', 'waiting', 'documents', 'rss'),
  }
})

let server: Listening
beforeAll(async () => {
  server = await startListening()
})
afterAll(() => server.close())
afterEach(() => closeAll())

const BUSY = { message: 'Trop de documents sont en préparation. Réessayez dans un instant.' }

/** Status and body of the answer on a raw connection. */
async function answered(path: string) {
  const socket = await sent(
    server.port,
    get(path, server.member).replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n'),
  )
  const whole = await text(socket)
  const [head = '', body = ''] = whole.split('\r\n\r\n')
  return {
    status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]),
    wait: /retry-after: (\d+)/i.exec(head)?.[1],
    body,
  }
}

/** Has every process that makes documents stand still, as an engine does that has lost itself. */
function freeze(): void {
  for (const pid of documentsPool.pids()) if (pid) process.kill(pid, 'SIGSTOP')
}

const RECAP = '/api/recap-paiements/print-pdf'

// spec: RE-50
it('papers that take longer than they may are refused over a connection that is still there, and told in the log', async () => {
  expect(DOCUMENTS.patience + DOCUMENTS.deadline).toBeGreaterThan(CONNECTION_TIMEOUTS.silence)
  expect((await answered(RECAP)).status).toBe(200)
  // A warm process makes this paper in less than the first turn of the interval.
  freeze()
  const frozen = setInterval(freeze, 20)
  server.said.length = 0
  const answers = await Promise.all(Array.from({ length: 4 }, () => answered(RECAP)))
  clearInterval(frozen)
  expect(answers.map(({ status, body }) => [status, JSON.parse(body)])).toEqual(
    answers.map(() => [503, BUSY]),
  )
  expect(answers.every(({ wait }) => Number(wait) > 0)).toBe(true)
  expect(server.said.filter(({ level }) => level >= 40).map(({ msg, err }) => [msg, err])).toContainEqual([
    'unavailable',
    expect.objectContaining({ message: expect.stringMatching(/^a document was not made within \d/) }),
  ])
  server.said.length = 0
  await vi.waitFor(async () => expect((await answered(RECAP)).status).toBe(200), 60_000)
})

// spec: RE-65
it('one member who asks for exports in twenty loops has one running and two waiting; another has hers', async () => {
  const nadia = await server.t.member('nadia.haddad@diyar.dz')
  const other = new Visitor(server.app)
  other.cookies.take(nadia.cookies)
  const looping = Array.from({ length: 20 }, () => server.member.get('/api/paiements/export'))
  const hers = other.get('/api/paiements/export')
  expect((await hers).statusCode).toBe(200)
  const answers = (await Promise.all(looping)).map(({ statusCode, json }) => [
    statusCode,
    statusCode === 503 && json,
  ])
  const { running, waiting } = SLOW_WORKS.exports.each
  expect(answers.filter(([status]) => status === 200)).toHaveLength(running + waiting)
  expect(answers.filter(([status]) => status === 503)).toEqual(
    Array.from({ length: 20 - running - waiting }, () => [503, BUSY]),
  )
})

// spec: RF-88
it('a paper whose process is killed is made by another, and refused when that one is killed too; the log warns of it', async () => {
  const kill = () => {
    for (const pid of documentsPool.pids()) if (pid) process.kill(pid, 'SIGKILL')
  }
  server.said.length = 0
  const warned = () => server.said.splice(0).filter(({ level }) => level >= 40)
  const LOST = expect.objectContaining({
    level: 40,
    msg: 'a documents process ended over its work',
    err: expect.objectContaining({ message: 'the documents process ended (SIGKILL)' }),
  })

  // The process stands still, so that it is killed with the paper in hand.
  await vi.waitUntil(async () => (await answered(RECAP)).status === 200, 60_000)
  server.said.length = 0
  freeze()
  const saved = answered(RECAP)
  await server.next()
  kill()
  expect((await saved).status).toBe(200)
  expect(warned()).toEqual([LOST])

  const killing = setInterval(kill, 5)
  const doomed = await answered(RECAP)
  clearInterval(killing)
  expect([doomed.status, JSON.parse(doomed.body)]).toEqual([503, BUSY])
  expect(Number(doomed.wait)).toBeGreaterThan(0)
  const lines = warned()
  expect(lines).toEqual(
    expect.arrayContaining([LOST, expect.objectContaining({ level: 40, msg: 'unavailable' })]),
  )
  expect(lines.every(({ level }) => level === 40)).toBe(true)
  await vi.waitUntil(async () => (await answered(RECAP)).status === 200, 60_000)
})
