import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import * as z from 'zod/mini'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { BASE } from '#shared/endpoint.ts'

type Schema = z.core.$ZodType
/** Turns a value of the server into its answer, with the fields of the contract only. */
type Encode = (inside: unknown) => unknown

/** Kinds whose value is the same in the server and on the wire. */
const AS_IT_IS = new Set(['string', 'number', 'boolean', 'null', 'literal', 'enum', 'unknown', 'any'])

/**
 * Compiles the allow-list of an answer. The result equals `z.encode`, whose walk through the schema took half of the time of an answer.
 * Types are not checked again: the tests compare each answer with the schema.
 */
export function compileAnswer(schema: Schema): Encode {
  const known = new Map<Schema, Encode | null>()
  /** Encoder of a value; null when the value stays as it is. */
  const encoderOf = (part: Schema): Encode | null => {
    const found = known.get(part)
    if (found !== undefined) return found
    const encoder = makeEncoder(part, encoderOf)
    known.set(part, encoder)
    return encoder
  }
  return encoderOf(schema) ?? same
}

const same: Encode = (value) => value

function makeEncoder(schema: Schema, encoderOf: (part: Schema) => Encode | null): Encode | null {
  const def = defOf(schema)
  const bySchema: Encode = (value) => z.encode(schema, value)
  if (def.checks?.length) return bySchema
  if (AS_IT_IS.has(def.type)) return null
  if (def.type === 'object')
    return def.catchall ? bySchema : encodeObject(Object.entries(def.shape), encoderOf)
  if (def.type === 'array') {
    const element = encoderOf(def.element)
    return element && ((value) => (value as unknown[]).map((one) => element(one)))
  }
  if (def.type === 'nullable' || def.type === 'optional') {
    const inner = encoderOf(def.innerType)
    return inner && ((value) => (value === null || value === undefined ? value : inner(value)))
  }
  if (def.type === 'pipe') {
    const { in: wire, out: inside, reverseTransform } = def
    // A codec between two unchanged values.
    return reverseTransform && encoderOf(wire) === null && encoderOf(inside) === null
      ? (value) => reverseTransform(value, { value, issues: [] })
      : bySchema
  }
  return (def.type === 'union' && encodeListOrObject(def.options, encoderOf)) || bySchema
}

function encodeListOrObject(
  [list, object, ...more]: readonly Schema[],
  encoderOf: (part: Schema) => Encode | null,
): Encode | null {
  if (!list || !object || more.length > 0) return null
  if (defOf(list).type !== 'array' || defOf(object).type !== 'object') return null
  const [each, one] = [encoderOf(list) ?? same, encoderOf(object) ?? same]
  return (value) => (Array.isArray(value) ? each(value) : one(value))
}

function encodeObject(shape: [string, Schema][], encoderOf: (part: Schema) => Encode | null): Encode {
  const fields = shape.map(([key, part]) => ({ key, encode: encoderOf(part) }))
  return (value) => {
    const answer: Record<string, unknown> = {}
    for (const { key, encode } of fields) {
      const field = (value as Record<string, unknown>)[key]
      answer[key] = encode ? encode(field) : field
    }
    return answer
  }
}

const defOf = (schema: Schema) => (schema as z.core.$ZodTypes)._zod.def

/** Bytes of JSON; a smaller answer travels in three packets uncompressed. */
const THRESHOLD = 4_096
/** Most UTF-8 bytes of one UTF-16 code unit. */
const BYTES_OF_LETTER = 3
/** Compressions at once, in Node's four threads; further answers are sent uncompressed. */
const AT_ONCE = 4

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)
const CODINGS = {
  br: (bytes: Buffer) =>
    brotli(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gzip: (bytes: Buffer) => gzipped(bytes, { level: 5 }),
}
type Coding = keyof typeof CODINGS

/** Compresses JSON answers above 4 KB, except with a cookie or for another site (docs/decisions/0071). */
export function compressAnswers(app: FastifyInstance): void {
  let underWay = 0
  app.addHook('onSend', async (request, reply, payload) => {
    // The length bounds the bytes, so most answers are not measured.
    if (typeof payload !== 'string' || payload.length * BYTES_OF_LETTER <= THRESHOLD) return payload
    if (!isCompressible(request, reply) || Buffer.byteLength(payload) <= THRESHOLD) return payload
    reply.header('vary', 'Accept-Encoding')
    const coding = chooseCoding(request.headers['accept-encoding'])
    // A client that has left reads nothing.
    if (!coding || underWay >= AT_ONCE || request.raw.socket.destroyed) return payload
    underWay++
    try {
      const compressed = await CODINGS[coding](Buffer.from(payload))
      reply.header('content-encoding', coding)
      return compressed
    } finally {
      underWay--
    }
  })
}

function isCompressible(request: FastifyRequest, reply: FastifyReply): boolean {
  return (
    request.url.startsWith(BASE) &&
    (request.method === 'GET' || request.method === 'HEAD') &&
    reply.statusCode === 200 &&
    String(reply.getHeader('content-type')).startsWith('application/json') &&
    !reply.hasHeader('set-cookie') &&
    !reply.hasHeader('content-encoding') &&
    isOurs(request)
  )
}

/**
 * Tells whether our own page asks. An answer repeats its address beside the data: from compressed lengths, an observer who makes a browser
 * ask could guess the data (BREACH). Over plain http the observer sees it anyway.
 */
function isOurs(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site']
  return site === 'same-origin' || (site === undefined && request.protocol === 'http')
}

/** Coding preferred by an Accept-Encoding header (RFC 9110 §12.5.3), brotli without a preference; null for none. */
export function chooseCoding(header: string | string[] | undefined): Coding | null {
  const weights = new Map<string, number>()
  for (const item of String(header ?? '').split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1'
    if (name) weights.set(name, /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight) : 0)
  }
  const any = weights.get('*') ?? 0
  let [chosen, best]: [Coding | null, number] = [null, 0]
  for (const coding of ['br', 'gzip'] as const) {
    const weight = weights.get(coding) ?? any
    if (weight > best) [chosen, best] = [coding, weight]
  }
  return best < (weights.get('identity') ?? 0) ? null : chosen
}
