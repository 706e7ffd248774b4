import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/http/errors.ts'

const UTF8 = /;\s*charset\s*=\s*"?utf-?8"?\s*(;|$)/i

/**
 * JSON in UTF-8 only, until multipart adds its own; an empty body with a JSON type is no body (DELETE, POST …/disable).
 * Neither kind may come packed or in other letters: read as if it did not, it would be kept wrong.
 * @throws typeRefuse (415)
 */
export function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, typeof body === 'string' ? body : body.toString(), done)
  })
  app.addHook('preParsing', async ({ headers }) => {
    const { 'content-encoding': packed = 'identity', 'content-type': type = '' } = headers
    const inOtherLetters = /^application\/json\b.*\bcharset\b/i.test(type) && !UTF8.test(type)
    if (packed.toLowerCase() !== 'identity' || inOtherLetters) throw new AppError('typeRefuse')
  })
}

/** Bytes that hold whatever a visitor has to send: his name, e-mail and passwords at their longest. */
const SMALL = 16 * 1024

/**
 * Takes large bodies, which are held in memory until they are whole, only of those who have a session: whoever wished
 * could fill it otherwise. A plan is not held in memory.
 * @throws tropGrand (413) of a call that a visitor may make
 */
export function refuseLargeBodiesOfVisitors(app: FastifyInstance): void {
  app.addHook('preParsing', async ({ headers, session, lien }) => {
    const { 'content-length': length = '0', 'transfer-encoding': pieces, 'content-type': type = '' } = headers
    if (/^multipart\/form-data/i.test(type) || (pieces === undefined && Number(length) <= SMALL)) return
    if (!session && !lien) throw new AppError('tropGrand')
  })
}
