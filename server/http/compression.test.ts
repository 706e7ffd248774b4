import { once } from 'node:events'
import { get, request as ask, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BASE } from '#shared/endpoint.ts'
import { chooseCoding, compressAnswers } from '#server/http/answers.ts'
import { crowd, closeAll, wire } from '#test/harness/leavers.ts'
import { startListening, type Listening } from '#test/harness/listening.ts'

const LARGE = 20_000
const JSON_TYPE = 'application/json; charset=utf-8'
const body = (bytes: number) => JSON.stringify('é'.padEnd(bytes - 3, 'abcdefghij'))

let port: number
const app = fastify()
beforeAll(async () => {
  compressAnswers(app)
  app.get<{ Querystring: { bytes: string } }>(`${BASE}/json`, (request, reply) =>
    reply.type(JSON_TYPE).send(body(Number(request.query.bytes))),
  )
  app.get(`${BASE}/cookie`, (_request, reply) =>
    reply.type(JSON_TYPE).header('set-cookie', 'jeton=secret').send(body(LARGE)),
  )
  app.get(`${BASE}/refus`, (_request, reply) => reply.status(422).type(JSON_TYPE).send(body(LARGE)))
  app.get(`${BASE}/plan`, (_request, reply) => reply.type('application/pdf').send(Buffer.alloc(LARGE)))
  app.post(`${BASE}/json`, (_request, reply) => reply.type(JSON_TYPE).send(body(LARGE)))
  app.get('/page', (_request, reply) => reply.type(JSON_TYPE).send(body(LARGE)))
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => app.close())

async function call(path: string, headers: OutgoingHttpHeaders = {}, method = 'GET') {
  const request = ask({ port, host: '127.0.0.1', path, method, headers, agent: false }).end()
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return { headers: response.headers, bytes: await buffer(response) }
}
const accepting = (coding: string, bytes = LARGE, more: OutgoingHttpHeaders = {}) =>
  call(`${BASE}/json?bytes=${bytes}`, { 'accept-encoding': coding, ...more })
const BROWSER = 'gzip, deflate, br, zstd'

describe('a large answer', () => {
  it.each([
    ['br', BROWSER, brotliDecompressSync],
    ['gzip', 'gzip, deflate', gunzipSync],
    ['gzip', 'br;q=0.5, gzip;q=0.9', gunzipSync],
  ])('travels as %s when the browser says %s', async (coding, accepted, decompress) => {
    const { headers, bytes } = await accepting(accepted)
    expect(headers).toMatchObject({
      'content-encoding': coding,
      vary: 'Accept-Encoding',
      'content-type': JSON_TYPE,
      'content-length': String(bytes.length),
    })
    expect(bytes.length).toBeLessThan(LARGE / 10)
    expect(decompress(bytes).toString()).toBe(body(LARGE))
  })

  it.each(['', 'identity', 'deflate', 'zstd', 'br;q=0, gzip;q=0', 'gzip;q=0.5, identity', 'br;q=abc'])(
    'travels as it is when the browser says « %s »',
    async (accepted) => {
      const { headers, bytes } = await accepting(accepted)
      expect(headers).not.toHaveProperty('content-encoding')
      expect(headers.vary).toBe('Accept-Encoding')
      expect(bytes.toString()).toBe(body(LARGE))
    },
  )

  it('has the headers that a HEAD gets, which gets nothing else', async () => {
    const path = `${BASE}/json?bytes=${LARGE}`
    const [whole, head] = [await accepting(BROWSER), await call(path, { 'accept-encoding': BROWSER }, 'HEAD')]
    const { date: _date, ...same } = whole.headers
    expect(head.headers).toMatchObject(same)
    expect(head.bytes).toHaveLength(0)
  })

  it('is more than 4,096 bytes, of which é counts for two', async () => {
    expect((await accepting(BROWSER, 4_096)).headers).not.toHaveProperty('vary')
    expect((await accepting(BROWSER, 4_096)).bytes).toHaveLength(4_096)
    expect((await accepting(BROWSER, 4_097)).headers).toHaveProperty('content-encoding', 'br')
  })

  it('stays as long as it is when another site may have asked for it', async () => {
    for (const site of ['cross-site', 'same-site', 'none'])
      expect((await accepting(BROWSER, LARGE, { 'sec-fetch-site': site })).bytes).toHaveLength(LARGE)
    const own = await accepting(BROWSER, LARGE, { 'sec-fetch-site': 'same-origin' })
    expect(own.headers).toHaveProperty('content-encoding', 'br')
  })

  it.each(['cookie', 'refus', 'plan', 'page'])('is left alone when it is a %s', async (what) => {
    const path = what === 'page' ? '/page' : `${BASE}/${what}`
    const { headers, bytes } = await call(path, { 'accept-encoding': BROWSER })
    expect(headers).not.toHaveProperty('content-encoding')
    expect(bytes).toHaveLength(LARGE)
  })

  it('is left alone when it answers a change', async () => {
    const { headers } = await call(`${BASE}/json`, { 'accept-encoding': BROWSER }, 'POST')
    expect(headers).not.toHaveProperty('content-encoding')
  })

  it('is whole for each of a hundred who ask at once, compressed or not', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => accepting(BROWSER)))
    for (const { headers, bytes } of answers)
      expect((headers['content-encoding'] ? brotliDecompressSync(bytes) : bytes).toString()).toBe(body(LARGE))
    expect((await accepting(BROWSER)).headers).toHaveProperty('content-encoding', 'br')
  })
})

describe('what is preferred', () => {
  it.each([
    [undefined, null],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['GZIP;Q=1.0', 'gzip'],
    [' br ; q=0.3 , gzip ; q=0.3 ', 'br'],
    ['gzip;q=1.001', null],
    [',,;q=1,'.repeat(1_000), null],
  ] as const)('%s: %s', (header, coding) => {
    expect(chooseCoding(header)).toBe(coding)
  })
})

describe('the product', () => {
  let server: Listening
  beforeAll(async () => {
    server = await startListening()
  })
  afterAll(() => server.close())

  it('answers as many compressed as have gone, and the next one', async () => {
    const openapi = wire('GET', `${BASE}/docs/openapi.json`, {
      as: server.member,
      headers: { 'accept-encoding': BROWSER },
    })
    const sockets = await crowd(server.port, 40, openapi)
    for (const [rank, socket] of sockets.entries())
      if (rank % 2) socket.destroy()
      else socket.resetAndDestroy()
    closeAll()
    await server.nothingIsLeft()
    const request = get({
      port: server.port,
      path: `${BASE}/docs/openapi.json`,
      headers: { cookie: server.member.cookies.line, 'accept-encoding': BROWSER },
    })
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    expect(response.headers['content-encoding']).toBe('br')
    expect(JSON.parse(brotliDecompressSync(await buffer(response)).toString())).toHaveProperty('openapi')
  })
})
