import type { FastifyInstance, FastifyRequest } from 'fastify'
import { communesErreurs } from '#shared/erreurs.ts'
import * as z from 'zod/mini'
import { AppError, validationError, refuse } from '#server/http/errors.ts'
import type { Inside } from '#shared/endpoint.ts'

const UTF8 = /;\s*charset\s*=\s*"?utf-?8"?\s*(;|$)/i

/**
 * Accepts JSON in UTF-8 only; an empty body counts as none. Other charsets and compressed bodies would be stored wrong.
 * @throws typeRefuse (415)
 */
export function parseJsonBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = typeof body === 'string' ? body : body.toString()
    if (text === '') done(null, undefined)
    else if (isTooDeep(text)) done(refuse(communesErreurs.illisible))
    else void parseJson(request, text, done)
  })
  app.addHook('preParsing', async ({ headers }) => {
    const { 'content-encoding': packed = 'identity', 'content-type': type = '' } = headers
    const inOtherLetters = /^application\/json\b.*\bcharset\b/i.test(type) && !UTF8.test(type)
    if (packed.toLowerCase() !== 'identity' || inOtherLetters) throw refuse(communesErreurs.typeRefuse)
  })
}

/** Levels of lists and objects in a body; the deepest call has six. What writes a body again goes down level by level, and would run out of stack. */
const LEVELS = 64

/** Counts the brackets outside of the texts of a JSON document. */
function isTooDeep(json: string): boolean {
  let level = 0
  let inText = false
  for (let at = 0; at < json.length; at++) {
    const sign = json[at]
    if (inText) {
      if (sign === '\\') at++
      else if (sign === '"') inText = false
    } else if (sign === '"') inText = true
    else if (sign === '[' || sign === '{') level++
    else if (sign === ']' || sign === '}') level--
    if (level > LEVELS) return true
  }
  return false
}

/** Bytes enough for anything a visitor sends: name, e-mail and passwords at their longest. */
const SMALL = 16 * 1024

/** Refuses large bodies, held in memory, without a session or link; a plan is not held. @throws tropGrand (413) */
export function refuseLargeBodiesOfVisitors(app: FastifyInstance): void {
  app.addHook('preParsing', async ({ headers, session, lien }) => {
    const { 'content-length': length = '0', 'transfer-encoding': pieces, 'content-type': type = '' } = headers
    if (/^multipart\/form-data/i.test(type) || (pieces === undefined && Number(length) <= SMALL)) return
    if (!session && !lien) throw refuse(communesErreurs.tropGrand)
  })
}

type Maybe = z.ZodMiniType | undefined

/** HTTP method that a browser's form asks for in the field or query `_method`, because a form can only POST (Q123). */
export function overridden(request: FastifyRequest, fields: unknown): string | undefined {
  const asked = pick(fields, '_method') ?? pick(request.query, '_method')
  return typeof asked === 'string' ? asked.toUpperCase() : undefined
}

/** One field of any sent value. */
export const pick = (from: unknown, key: string): unknown =>
  typeof from === 'object' && from !== null
    ? Object.entries(from).find(([name]) => name === key)?.[1]
    : undefined

/** Query and body, read by the schemas of the endpoint. @throws invalide (422) with the fields */
export function decode<Q extends Maybe, B extends Maybe>(
  endpoint: { query?: Q; body?: B },
  request: FastifyRequest,
  body: unknown,
): { query: Inside<Q>; body: Inside<B> } {
  return {
    query: parse<Q>(endpoint.query, withPreference(request), validationError),
    body: parse<B>(endpoint.body, withIfMatch(request, body ?? {}), validationError),
  }
}

/** Value read by a schema; undefined without a schema. @throws the error of `onInvalid` */
export function parse<S extends Maybe>(
  schema: S | undefined,
  value: unknown,
  onInvalid: (error: z.core.$ZodError) => AppError,
): Inside<S> {
  if (!schema) return undefined as Inside<S>
  const parsed = z.safeParse(schema, value)
  if (!parsed.success) throw onInvalid(parsed.error)
  return parsed.data as Inside<S>
}

/** The query, completed by page size or ids of a Prefer header (RFC 7240), so that the address stays the specified one. */
function withPreference({ headers, query }: FastifyRequest): unknown {
  const preferred = String(headers['prefer'] ?? '')
  const size = /(?:^|[,\s])maxpagesize=(\d{1,4})(?:$|[,;\s])/.exec(preferred)?.[1]
  const ids = /(?:^|[,\s])ids="([\d ]{1,8000})"/.exec(preferred)?.[1]
  if (size === undefined && ids === undefined) return query
  return {
    ...(size !== undefined && { per_page: size, limit: size }),
    ...(ids !== undefined && { ids }),
    ...Object(query),
  }
}

/** The body, with the version from If-Match unless it has one (Q42). */
function withIfMatch(request: FastifyRequest, body: unknown): unknown {
  const match = /^"?(\d{1,9})"?$/.exec(request.headers['if-match'] ?? '')
  const versionless =
    typeof body === 'object' && body !== null && !Array.isArray(body) && !('version' in body)
  return match && versionless ? { ...body, version: Number(match[1]) } : body
}
