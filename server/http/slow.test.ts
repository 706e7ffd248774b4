import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { BASE } from '#shared/endpoint.ts'
import { closeAll, crowd, sent, wire } from '#test/harness/leavers.ts'
import { startListening, type Listening } from '#test/harness/listening.ts'

const BORD = 'x-diyar-bord'
const MULTIPART = { 'content-type': `multipart/form-data; boundary=${BORD}` }
const JSON_TYPE = { 'content-type': 'application/json' }

/** Time-outs of the product divided by fifteen, still longer than a busy machine takes to read what has come. */
const TIMEOUTS = { request: 40_000, headers: 2_000, body: 2_000, silence: 4_000, look: 100 }

let server: Listening
beforeAll(async () => {
  server = await startListening({ timeouts: TIMEOUTS })
})
afterAll(() => server.close())
afterEach(async () => {
  closeAll()
  await server.nothingIsLeft()
})

const part = (name: string, more: string, value: string) =>
  `--${BORD}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`

const residence = (nom: string) =>
  `${part('nom', '', nom)}${part('adresse', '', 'Oran')}${part('plan_pdf', '; filename="plan.pdf"', `%PDF-1.4\n${'x'.repeat(40_000)}\n%%EOF\n`)}--${BORD}--\r\n`

const upload = (body: string, as = true) =>
  wire('POST', `${BASE}/api/residences`, {
    ...(as && { as: server.member }),
    headers: { ...MULTIPART, 'content-length': String(body.length) },
  })

/** All that a connection says until it closes. */
async function heard(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
  if (!socket.closed) await once(socket, 'close')
  return text
}

/** Sends a text in so many pieces, one each `ms`. */
async function drip(socket: Socket, text: string, pieces: number, ms: number): Promise<void> {
  const size = Math.ceil(text.length / pieces)
  for (let at = 0; at < text.length && !socket.destroyed; at += size) {
    socket.write(text.slice(at, at + size))
    await delay(ms)
  }
}

const silent: [string, () => string][] = [
  ['half a line', () => 'GET /'],
  [
    'a call that sends no body',
    () => wire('POST', `${BASE}/login`, { headers: { ...JSON_TYPE, 'content-length': '100' }, body: '{' }),
  ],
  [
    'a change that sends no body',
    () =>
      wire('POST', `${BASE}/api/clients`, {
        as: server.member,
        headers: { ...JSON_TYPE, 'content-length': '100' },
        body: '{',
      }),
  ],
  [
    'a question with a body that does not come',
    () => wire('GET', `${BASE}/api/user`, { headers: { ...JSON_TYPE, 'content-length': '100' }, body: '{' }),
  ],
  ['a plan of a visitor that does not come', () => upload('x'.repeat(100), false)],
  ['a plan of a member that does not come', () => upload('x'.repeat(100))],
]
it.each(silent)(
  '500 silent connections, %s: the next call is served at once, and they are closed in time',
  async (_what, text) => {
    const sockets = await crowd(server.port, 500, text())
    await vi.waitFor(() => expect(server.app.slots.taken()).toBe(0), { timeout: 30_000 })
    for (let n = 0; n < 20; n++) expect(await server.next()).toBe(200)
    await Promise.all(sockets.map(heard))
  },
)

it('a member’s plan may take many times longer than a body has, on a line that goes on', async () => {
  const body = residence('Les Lents')
  const socket = await sent(server.port, upload(body))
  const answer = heard(socket)
  await drip(socket, body, 80, 100)
  socket.write(wire('GET', '/healthz', { headers: { connection: 'close' } }))
  expect((await answer).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 201', 'HTTP/1.1 200'])
})

it('a plan that falls silent is given up, and nothing of it is kept', async () => {
  const body = residence('Les Muets')
  const socket = await sent(server.port, upload(body) + body.slice(0, 20_000))
  expect(await heard(socket)).toBe('')
  expect(
    await server.db.selectFrom('residences').select('id').where('nom', '=', 'Les Muets').execute(),
  ).toEqual([])
})

it('any other body must be there soon, however steadily it comes: 408', async () => {
  const body = JSON.stringify({ nomComplet: 'Trop Lent', tel: '0555 00 00 00', adresse: 'x'.repeat(200) })
  const socket = await sent(
    server.port,
    wire('POST', `${BASE}/api/clients`, {
      as: server.member,
      headers: { ...JSON_TYPE, 'content-length': String(body.length) },
    }),
  )
  const answer = heard(socket)
  await drip(socket, body, 40, 100)
  expect(await answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(await server.db.selectFrom('clients').select('id').execute()).toEqual([])
})

it('a visitor’s plan is refused before it comes, and has no longer than any other body', async () => {
  const body = residence('Les Intrus')
  const socket = await sent(server.port, upload(body, false))
  const answer = heard(socket)
  await drip(socket, body, 40, 100)
  expect(await answer).toMatch(/^HTTP\/1\.1 401 /)
})

describe('a body of which nothing comes', () => {
  const LARGE = { ...JSON_TYPE, 'content-length': '1000000' }
  const SMALL = { ...JSON_TYPE, 'content-length': '100' }
  const CHUNKED = { ...JSON_TYPE, 'transfer-encoding': 'chunked' }
  const INTRUS = { cookie: 'diyar_session=jamais-ouverte' }
  it.each([
    ['a visitor’s, to a member’s call', '/api/clients', LARGE, 401],
    ['a small one', '/api/clients', SMALL, 401],
    ['a small one of another kind', '/api/clients', { ...SMALL, 'content-type': 'text/plain' }, 401],
    ['one of a made-up session', '/api/clients', { ...LARGE, ...INTRUS }, 401],
    ['one that does not say how long it is', '/api/clients', CHUNKED, 401],
    ['a visitor’s, to sign in', '/login', LARGE, 413],
    ['one to an unknown call', '/nulle-part', LARGE, 401],
  ])('%s: refused before it is waited for', async (_what, path, headers, status) => {
    const body = headers === CHUNKED ? '1\r\n{\r\n' : '{'
    const socket = await sent(server.port, wire('POST', BASE + path, { headers, body }))
    expect(await heard(socket)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  })

  it('a member’s large one is waited for: 408', async () => {
    const socket = await sent(
      server.port,
      wire('POST', `${BASE}/api/clients`, { as: server.member, headers: LARGE, body: '{' }),
    )
    expect(await heard(socket)).toMatch(/^HTTP\/1\.1 408 /)
  })
})
