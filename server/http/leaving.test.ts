import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { BASE } from '#shared/endpoint.ts'
import { documentsPool } from '#server/documents/documents-pool.ts'
import { buildAppartement, buildClient, pay, sell, sellPlaces } from '#test/harness/builders.ts'
import { deferred } from '#test/harness/deferred.ts'
import { closeAll, crowd, get, GOING, openFiles, sent, wire } from '#test/harness/leavers.ts'
import { PLAN, startListening, type Listening } from '#test/harness/listening.ts'

const MANY = 500
const WAIT = { timeout: 30_000 }
const JSON_TYPE = { 'content-type': 'application/json' }
const BORD = 'x-diyar-bord'

let server: Listening
beforeAll(async () => {
  server = await startListening()
})
afterAll(() => server.close())
afterEach(async () => {
  closeAll()
  await server.nothingIsLeft()
})

const member = () => server.member
const calls: [string, () => string][] = [
  ['a visitor’s call', () => get('/api/user')],
  ['a member’s list', () => get('/api/clients', member())],
  [
    'a change',
    () =>
      wire('POST', `${BASE}/api/clients`, {
        as: member(),
        headers: { ...JSON_TYPE, 'content-length': '2' },
        body: '{}',
      }),
  ],
  ['an unknown call', () => get('/nulle-part', member())],
  ['the description of the calls', () => get('/docs/openapi.json', member())],
  ['a page', () => wire('GET', '/clients')],
  ['an asset', () => wire('GET', '/assets/index-abc.js')],
  ['a plan', () => get('/api/residences/1/plan', member())],
  ['an address that cannot be read', () => get('/api/clients/%E0%A4%A')],
]

describe.each(calls)('%s', (_what, text) => {
  it.each(Object.entries(GOING))(`${MANY} connections, each %s once it is sent`, async (_how, go) => {
    const sockets = await crowd(server.port, MANY, text())
    expect(sockets).toHaveLength(MANY)
    for (const socket of sockets) go(socket)
  })

  it.each(Object.entries(GOING))(`${MANY} on one connection, which is then %s`, async (_how, go) => {
    const socket = await sent(server.port, text().repeat(MANY))
    expect(await server.next()).toBe(200)
    go(socket)
  })

  it(`${MANY} on one connection, whose answers nobody reads`, async () => {
    const socket = await sent(server.port, text().repeat(MANY))
    for (let n = 0; n < 20; n++) expect(await server.next()).toBe(200)
    socket.destroy()
  })
})

/** Holds up the readings of the clients until the returned function is called. */
async function holdClients(): Promise<() => Promise<void>> {
  const [locked, free] = [deferred<void>(), deferred<void>()]
  const held = server.db.transaction().execute(async (db) => {
    await sql`lock table clients in access exclusive mode`.execute(db)
    locked.resolve()
    await free.promise
  })
  await locked.promise
  return async () => {
    free.resolve()
    await held
  }
}

it('works that outlive their visitors keep their places until they end, and no longer', async () => {
  const release = await holdClients()
  const sockets = await crowd(server.port, MANY, get('/api/clients', member()))
  await vi.waitFor(() => expect(server.app.slots.taken()).toBe(128), WAIT)
  for (const socket of sockets) socket.destroy()
  await vi.waitFor(() => expect(server.pool.waitingCount).toBeGreaterThan(100), WAIT)
  const refused = await server.member.get('/api/user')
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '1'])
  expect((await fetch(`${server.url}${BASE}/api/user`)).status).toBe(401)
  for (const path of ['/healthz', '/clients', '/assets/index-abc.js'])
    expect([path, (await fetch(server.url + path)).status]).toEqual([path, 200])
  await release()
})

it('papers whose reading waits leave the others the database, and give theirs back as soon as nobody waits for them', async () => {
  const vente = await sell(server.db, await buildAppartement(server.db), (await buildClient(server.db)).id)
  const paiement = await pay(server.db, vente, 100)
  const release = await holdClients()
  const papers = [`/api/paiement/print-single/${paiement}`, '/api/remises/1/bordereau']
  const crowds = papers.map((path) => crowd(server.port, 20, get(path, member())))
  const sockets = (await Promise.all(crowds)).flat()
  await vi.waitFor(() => expect(server.app.slots.taken()).toBe(40), WAIT)
  expect(await server.next()).toBe(200)
  for (const [n, socket] of sockets.entries()) GOING[n % 2 ? 'reset' : 'closed'](socket)
  const held = () => [server.app.slots.taken(), server.pool.totalCount - server.pool.idleCount]
  await vi.waitFor(() => expect(held()).toEqual([0, 0]), WAIT)
  await release()
})

it('answers what was sent ahead in its order, sixteen calls at most, then refuses and closes', async () => {
  const paths = ['/healthz', ...Array.from({ length: 40 }, (_, n) => `${BASE}/api/clients/${1_000 + n}`)]
  const socket = await sent(server.port, paths.map((path) => wire('GET', path)).join(''))
  let read = ''
  socket.on('data', (chunk: Buffer) => (read += chunk.toString()))
  await once(socket, 'close')
  const statuses = [...read.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)
  expect(statuses).toEqual(['200', ...Array.from({ length: 16 }, () => '401'), '503'])
})

describe('exports', () => {
  beforeAll(async () => {
    const { id: client } = await buildClient(server.db, { nom_complet: 'Grand Acheteur' })
    await sellPlaces(server.db, client, 3_000)
  })

  const moments: [string, () => boolean][] = [
    ['read', () => server.app.slots.taken() > 0],
    // A member has one turn, and two places in the queue.
    ['wait', () => server.app.slots.taken() === 3],
    ['draw', () => documentsPool.pids().length > 0],
  ]
  it.each(moments)(
    'left while they %s, one after another on each of ten connections',
    async (_moment, come) => {
      const paths = [
        '/api/recap-paiements/export-pdf',
        '/api/recap-paiements/export',
        '/api/portefeuille/export',
      ]
      for (const path of paths) await crowd(server.port, 5, get(path, member()).repeat(10))
      await vi.waitFor(() => expect(come()).toBe(true), WAIT)
    },
  )
})

describe('a plan on its way', () => {
  it.skipIf(process.platform !== 'linux')(
    'holds one file for each connection, until that leaves',
    async () => {
      const sockets = await crowd(server.port, 30, get('/api/residences/1/plan', member()).repeat(10))
      for (const socket of sockets) socket.pause()
      const held = () => [openFiles(server.t.files).length, server.app.slots.taken()]
      await vi.waitFor(() => expect(held()).toEqual([30, 0]), WAIT)
      expect(await server.next()).toBe(200)
      for (const [n, socket] of sockets.entries()) GOING[n % 2 ? 'reset' : 'closed'](socket)
    },
  )

  it('arrives whole, several times on one connection', async () => {
    const socket = await sent(
      server.port,
      get('/api/residences/1/plan', member()).repeat(3) +
        wire('GET', '/healthz', { headers: { connection: 'close' } }),
    )
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    await once(socket, 'close')
    const all = Buffer.concat(chunks)
    expect(all.toString('latin1').match(/HTTP\/1\.1 200/g)).toHaveLength(4)
    const plain = all.toString('latin1').replace(/\r\n[0-9a-f]+\r\n/g, '')
    expect(
      plain.split(
        PLAN.subarray(-4096)
          .toString('latin1')
          .replace(/\r\n[0-9a-f]+\r\n/g, ''),
      ),
    ).toHaveLength(4)
  })
})

describe('an upload that is cut', () => {
  const part = (name: string, value: string) =>
    `--${BORD}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const whole = `${part('nom', 'Les Cèdres')}${part('adresse', 'Blida')}--${BORD}\r\nContent-Disposition: form-data; name="plan_pdf"; filename="plan.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.4\n${'x'.repeat(60_000)}\n%%EOF\n\r\n--${BORD}--\r\n`
  const request = (length: number) =>
    wire('POST', `${BASE}/api/residences`, {
      as: member(),
      headers: {
        'content-type': `multipart/form-data; boundary=${BORD}`,
        'content-length': String(Buffer.byteLength(whole)),
      },
      body: whole.slice(0, length),
    })

  it.each(Object.entries(GOING))(`${MANY} times, anywhere, each %s: nothing is kept`, async (_how, go) => {
    const step = whole.length / MANY
    const sockets = await Promise.all(
      Array.from({ length: MANY }, (_, n) =>
        sent(server.port, request(Math.floor(n < 100 ? n * 3 : n * step))),
      ),
    )
    for (const socket of sockets) go(socket)
    await server.nothingIsLeft()
    expect(
      await server.db.selectFrom('residences').select('id').where('nom', '=', 'Les Cèdres').execute(),
    ).toEqual([])
    expect(await server.db.selectFrom('fichiers').select('id').execute()).toHaveLength(1)
  })
})
