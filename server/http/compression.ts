import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { BASE } from '#shared/endpoint.ts'

/** Bytes of JSON: a smaller answer travels in three packets as it is. */
const THRESHOLD = 4_096
/** Of UTF-8, for each unit that JavaScript counts, at most. */
const BYTES_OF_LETTER = 3
/** Compressions at a time, of the four that Node has threads for; whoever comes meanwhile is answered as it is, at once. */
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

/**
 * Compresses the JSON that calls answer when it is larger than 4 KB, as the browser accepts it. Files, pages and what comes with a
 * cookie are left as they are, and so is whatever another site may have asked for (docs/decisions/0071).
 */
export function compressAnswers(app: FastifyInstance): void {
  let underWay = 0
  app.addHook('onSend', async (request, reply, payload) => {
    // Most answers are small: they are not even measured when no letter of theirs can make them large.
    if (typeof payload !== 'string' || payload.length * BYTES_OF_LETTER <= THRESHOLD) return payload
    if (!isCompressible(request, reply) || Buffer.byteLength(payload) <= THRESHOLD) return payload
    reply.header('vary', 'Accept-Encoding')
    const coding = chooseCoding(request.headers['accept-encoding'])
    // Whoever has gone reads nothing.
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
 * An address repeats what it was asked for, and an answer repeats its address beside the data: from their common length someone who
 * sees it pass, and who makes a browser ask, could guess the data (BREACH). What the browser does not call our own therefore stays
 * as long as it is. Without encryption the browser does not say, and there is nothing to guess.
 */
function isOurs(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site']
  return site === 'same-origin' || (site === undefined && request.protocol === 'http')
}

/** What an Accept-Encoding header prefers (RFC 9110 §12.5.3), brotli where it has no preference; null for the answer as it is. */
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
