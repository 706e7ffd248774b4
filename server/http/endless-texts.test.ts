import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { BASE } from '#shared/endpoint.ts'
import type { Shape } from '#server/http/route.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { ESSAI } from '#test/harness/section-essai.ts'

let t: TestApp
let karim: Visitor
let port: number
const agent = new Agent({ keepAlive: true, maxSockets: 2 })
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  port = (t.app.server.address() as AddressInfo).port
})
afterAll(async () => {
  agent.destroy()
  await t.close()
})

/** Texts of about `n` signs that a check which looks at a text more than once may stumble over. */
const SHAPES: Record<string, (n: number) => string> = {
  digits: (n) => `${'1'.repeat(n)}x`,
  zeros: (n) => '0'.repeat(n),
  blanks: (n) => ' '.repeat(n),
  'blanks inside': (n) => `a${' '.repeat(n)}b`,
  addresses: (n) => 'a@'.repeat(n / 2),
  dots: (n) => `a@${'a.'.repeat(n / 2)}`,
  accents: (n) => `e${'\u0301'.repeat(n)}`,
  // Composition sorts the accents, in a time that grows as the square of their number.
  'accents out of order': (n) => `e${'\u0301\u0316'.repeat(n / 2)}`,
  dashes: (n) => '-'.repeat(n),
  telephones: (n) => `${'0 (-) '.repeat(n / 6)}x`,
  invisible: (n) => `a${'\u200B\u200D'.repeat(n / 2)}b`,
  'invisible only': (n) => '\u200B'.repeat(n),
  lines: (n) => '\r\n'.repeat(n / 2),
  surrogates: (n) => '🏠'.repeat(n / 2),
}
const SHAPE_NAMES = Object.keys(SHAPES)
const made = (shape: string, n: number) => SHAPES[shape]?.(n) ?? ''

const LONG = 60_000
/** Largest text that a request may carry. */
const LONGEST = 1_000_000

/** Fields that are accepted whatever stands in them: a plan's name leaves the plan, the path decides which member. */
const UNREAD = new Set(['plan_pdf', 'id'])

interface JsonSchema {
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
}

/** The fields of a schema, those of a list's elements as "lignes.0.designation". */
function fieldsOf(schema: z.ZodMiniType | undefined): string[] {
  if (!schema) return []
  const walk = ({ properties = {} }: JsonSchema, before: string): string[] =>
    Object.entries(properties).flatMap(([name, value]) => [
      before + name,
      ...(value.items ? walk(value.items, `${before}${name}.0.`) : []),
    ])
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  return walk(described, '').filter((field) => !UNREAD.has(field))
}

/** `{ lignes: [{ designation: text }] }` for "lignes.0.designation". */
const holding = (field: string, text: string): Record<string, unknown> =>
  field
    .split('.')
    .reduceRight<unknown>((inner, key) => (key === '0' ? [inner] : { [key]: inner }), text) as Record<
    string,
    unknown
  >

const bodies = () =>
  t.app.contracts.flatMap((contract) => fieldsOf(contract.body).map((field) => ({ contract, field })))
const queries = () =>
  t.app.contracts.flatMap((contract) => fieldsOf(contract.query).map((field) => ({ contract, field })))

interface Received {
  status: number
  fields: string[]
}

/** Sends over a socket, because an injected request would skip what a real one goes through. */
async function send(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  const asked = request({
    host: '127.0.0.1',
    port,
    agent: headers['connection'] === 'close' ? false : agent,
    method,
    path,
    headers: {
      cookie: karim.cookies.line,
      'x-xsrf-token': karim.cookies.token,
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
  })
  asked.end(body && JSON.stringify(body))
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  const { errors = {} } = text.startsWith('{') ? (JSON.parse(text) as { errors?: object }) : {}
  return { status: answer.statusCode ?? 0, fields: Object.keys(errors) } satisfies Received
}

const pathOf = ({ path }: Shape) => BASE + path.replace('{section}', ESSAI).replace(/\{\w+\}/g, '1')

/** Longest wait of anybody else meanwhile, in milliseconds. */
async function whileAsking(work: () => Promise<void>): Promise<number> {
  const done = new AbortController()
  let longest = 0
  const asking = (async () => {
    while (!done.signal.aborted) {
      const asked = performance.now()
      expect((await send('GET', '/healthz')).status).toBe(200)
      longest = Math.max(longest, performance.now() - asked)
    }
  })()
  await work().finally(() => done.abort())
  await asking
  return longest
}

describe('a text without end', () => {
  it('is refused in every field of every call, in every shape, while others are served', async () => {
    const wrong: unknown[] = []
    const fields = bodies()
    expect(fields.length).toBeGreaterThan(100)
    const waited = await whileAsking(async () => {
      for (const { contract, field } of fields)
        for (const shape of SHAPE_NAMES) {
          const refused = await send(contract.method, pathOf(contract), holding(field, made(shape, LONG)))
          if (refused.status !== 422 || !refused.fields.includes(field))
            wrong.push([contract.method, contract.path, field, shape, refused])
        }
    })
    expect(wrong).toEqual([])
    expect(waited).toBeLessThan(5_000)
  }, 300_000)

  it('is refused as well when it fills the request', async () => {
    const wrong: unknown[] = []
    const waited = await whileAsking(async () => {
      for (const [rank, { contract, field }] of bodies().entries()) {
        const shape = SHAPE_NAMES[rank % SHAPE_NAMES.length] ?? ''
        const refused = await send(contract.method, pathOf(contract), holding(field, made(shape, LONGEST)))
        // 413: accents take two bytes each.
        if (refused.status !== 413 && (refused.status !== 422 || !refused.fields.includes(field)))
          wrong.push([contract.method, contract.path, field, shape, refused])
      }
    })
    expect(wrong).toEqual([])
    expect(waited).toBeLessThan(5_000)
  }, 300_000)

  it('is refused in an address and in a header, or means nothing there', async () => {
    const { contract } = queries()[0] ?? { contract: { path: '/api/clients' } as Shape }
    const long = encodeURIComponent(made('digits', LONG))
    for (const path of [`${pathOf(contract)}?page=${long}`, `${BASE}/api/clients/${long}`, `/${long}`]) {
      // The server hangs up without reading the rest, which may overtake its answer.
      const status = await send('GET', path, undefined, { connection: 'close' }).then(
        (answer) => answer.status,
        (error: NodeJS.ErrnoException) => error.code,
      )
      expect([path.slice(0, 60), status]).toEqual([
        path.slice(0, 60),
        expect.toBeOneOf([431, 'ECONNRESET', 'EPIPE']),
      ])
      expect((await send('GET', '/healthz')).status).toBe(200)
    }
    const client = { nomComplet: 'Karim', tel: '0550', email: 'k@exemple.dz', adresse: '' }
    for (const shape of SHAPE_NAMES) {
      const text = encodeURIComponent(made(shape, 1_000)).slice(0, 8_000)
      for (const [header, status] of [
        ['if-match', 404],
        ['cookie', 401],
        ['x-xsrf-token', 419],
      ] as const)
        expect([
          shape,
          header,
          (await send('PUT', `${BASE}/api/clients/999999`, client, { [header]: text })).status,
        ]).toEqual([shape, header, status])
      expect([
        shape,
        (await send('POST', `${BASE}/api/clients`, client, { 'idempotency-key': text })).status,
      ]).toEqual([shape, 422])
    }
    expect(await t.db.selectFrom('clients').selectAll().execute()).toEqual([])
  })

  it('costs no more than its length: four times the text, four times the work', () => {
    const reading = (schema: z.ZodMiniType, value: object) => {
      const before = process.cpuUsage()
      z.safeParse(schema, value)
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1000
    }
    // A collection of garbage, or a compilation, falls on one reading; what a text costs falls on each.
    const work = (schema: z.ZodMiniType, value: object) =>
      Math.min(...[0, 1, 2].map(() => reading(schema, value)))
    const steep: unknown[] = []
    for (const { contract, field, schema } of [
      ...bodies().map((one) => ({ ...one, schema: one.contract.body })),
      ...queries().map((one) => ({ ...one, schema: one.contract.query })),
    ]) {
      if (!schema) continue
      for (const shape of SHAPE_NAMES)
        for (const n of [2_000, 15_000]) {
          const single = work(schema, holding(field, made(shape, n)))
          const fourfold = work(schema, holding(field, made(shape, 4 * n)))
          if (fourfold > 8 * single + 60) steep.push([contract.path, field, shape, n, single, fourfold])
        }
    }
    expect(steep).toEqual([])
  }, 300_000)

  it('and nothing of it was written', async () => {
    for (const table of [
      'clients',
      'residences',
      'promoteurs',
      'categories_bons',
      'bons',
      'parkings',
    ] as const)
      expect([table, await t.db.selectFrom(table).select('id').execute()]).toEqual([table, []])
  })
})
