import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { BASE } from '#shared/endpoint.ts'
import { CONNECTION_TIMEOUTS } from '#server/limits.ts'
import { PROTECTION } from '#server/http/protection.ts'
import { deferred } from '#test/harness/deferred.ts'
import { closeAll, get, sent, wire } from '#test/harness/leavers.ts'
import { startListening, type Listening } from '#test/harness/listening.ts'

/** Time-outs of the tests: a connection may be silent longer between two calls than within one. */
const QUICK = { ...CONNECTION_TIMEOUTS, headers: 2_000, body: 2_000, silence: 3_000, idle: 60_000, look: 100 }

const WAIT = { timeout: 30_000 }

let server: Listening
beforeAll(async () => {
  server = await startListening({ timeouts: QUICK })
})
afterAll(() => server.close())
afterEach(async () => {
  closeAll()
  await server.nothingIsLeft()
})

/** All that a connection says until it closes, a sign for each byte. */
async function heard(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')))
  if (!socket.closed) await once(socket, 'close')
  return text
}

/** The answers of a connection. */
function answersIn(text: string) {
  return text.split(/(?=HTTP\/1\.1 \d{3} )/).map((answer) => {
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    const [first = '', ...lines] = head.split('\r\n')
    const headers = Object.fromEntries(
      lines.map((line) => {
        const [name = '', ...value] = line.split(': ')
        return [name.toLowerCase(), value.join(': ')]
      }),
    )
    return { status: Number(first.split(' ')[1]), headers, body: Buffer.from(body, 'latin1').toString() }
  })
}

const LATE = { 'content-type': 'application/json', 'content-length': '100' }
const CHUNKED = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }
const kinds: [string, () => string, number, string][] = [
  ['what is no HTTP', () => 'Bonjour, il y a quelqu’un ?\r\n\r\n', 400, 'La demande est illisible.'],
  [
    'two lengths of one body',
    () => wire('POST', `${BASE}/login`, { headers: { ...LATE, 'transfer-encoding': 'chunked' } }),
    400,
    'La demande est illisible.',
  ],
  [
    'a body in pieces that are none',
    () => wire('POST', `${BASE}/login`, { headers: CHUNKED, body: 'zz\r\n{}\r\n' }),
    400,
    'La demande est illisible.',
  ],
  [
    'headers of more than 16 Ko',
    () => wire('GET', '/', { headers: { cookie: 'x'.repeat(17_000) } }),
    431,
    "L'adresse ou les en-têtes de la demande sont trop longs.",
  ],
  ['headers that do not come', () => 'GET / HTTP/1.1\r\n', 408, 'La demande a mis trop de temps à arriver.'],
  [
    'a body that does not come',
    () => wire('POST', `${BASE}/login`, { headers: LATE, body: '{' }),
    408,
    'La demande a mis trop de temps à arriver.',
  ],
]
it.each(kinds)(
  '%s is refused in French, protected like any other answer',
  async (_what, text, status, message) => {
    const [answer, ...others] = answersIn(await heard(await sent(server.port, text())))
    expect(others).toEqual([])
    expect(answer).toMatchObject({
      status,
      headers: { ...PROTECTION, 'content-type': 'application/json; charset=utf-8', connection: 'close' },
    })
    expect(JSON.parse(answer?.body ?? '')).toEqual({ message })
  },
)

describe('what is no request, after one that is being worked on', () => {
  it('leaves that one its answer', async () => {
    const [first, second, ...others] = answersIn(
      await heard(await sent(server.port, `${get('/api/user', server.member)}rien qui vaille\r\n\r\n`)),
    )
    expect([first?.status, JSON.parse(first?.body ?? '')]).toEqual([
      200,
      expect.objectContaining({ email: expect.any(String) }),
    ])
    expect([second?.status, others]).toEqual([400, []])
  })

  it('is not written into a plan on its way', async () => {
    const text = await heard(
      await sent(server.port, `${get('/api/residences/1/plan', server.member)}rien qui vaille\r\n\r\n`),
    )
    const [plan, refusal] = [text.indexOf('%%EOF'), text.indexOf('HTTP/1.1 400')]
    expect([plan > 4 << 20, refusal > plan]).toEqual([true, true])
  })
})

it('keeps a connection between two calls for longer than a proxy keeps his: the second one finds it open', async () => {
  // Caddy gives an idle connection up after two minutes.
  expect(CONNECTION_TIMEOUTS.idle).toBeGreaterThan(120_000)
  const socket = await sent(server.port, wire('GET', '/healthz'))
  const answers = heard(socket)
  await delay(2 * QUICK.silence)
  socket.write(wire('GET', '/healthz', { headers: { connection: 'close' } }))
  expect(answersIn(await answers).map(({ status }) => status)).toEqual([200, 200])
})

it('closes the connection of whoever sends ahead without end', async () => {
  const socket = await sent(server.port, wire('GET', '/assets/index-abc.js').repeat(30))
  socket.pause()
  const flood = wire('GET', '/healthz').repeat(1_000)
  let written = 0
  for (; !socket.destroyed && written < 300; written++)
    await new Promise<unknown>((resolve) => socket.write(flood, resolve))
  expect(written).toBeLessThan(300)
})

it('a stop does not wait for a connection on which nothing was ever asked, as browsers open one ahead', async () => {
  const listening = await startListening()
  const socket = await sent(listening.port, '')
  await listening.next()
  await Promise.all([listening.close(), once(socket, 'close')])
  expect(socket.destroyed).toBe(true)
})

describe('a server that is asked to stop while a call is being worked on', () => {
  /** Holds one call up and asks for the stop. */
  async function stopping() {
    const listening = await startListening()
    const [locked, free] = [deferred<void>(), deferred<void>()]
    const held = listening.db.transaction().execute(async (db) => {
      await sql`lock table clients in access exclusive mode`.execute(db)
      locked.resolve()
      await free.promise
    })
    await locked.promise
    const socket = await sent(listening.port, get('/api/clients', listening.member))
    const answers = heard(socket)
    await vi.waitFor(() => expect(listening.app.slots.taken()).toBe(1), WAIT)
    const closed = listening.close()
    await vi.waitFor(() => expect(listening.app.server.listening).toBe(false), WAIT)
    const release = async () => {
      free.resolve()
      await held
    }
    return { ...listening, socket, answers, closed, release }
  }

  it('answers that call, and closes its connection at once', async () => {
    const { answers, closed, release } = await stopping()
    await release()
    expect(answersIn(await answers).map(({ status }) => status)).toEqual([200])
    await closed
  })

  it('answers what arrives meanwhile on its connection', async () => {
    const { socket, member, answers, closed, release } = await stopping()
    const before = socket.bytesWritten
    await new Promise<unknown>((resolve) => socket.write(get('/api/user', member), resolve))
    expect(socket.bytesWritten).toBeGreaterThan(before)
    await release()
    const told = answersIn(await answers)
    expect(told.map(({ status }) => status)).toEqual([200, 200])
    expect(told[1]?.headers).toMatchObject({ connection: 'close' })
    await closed
  })
})
