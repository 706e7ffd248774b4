import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/errors.ts'

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
