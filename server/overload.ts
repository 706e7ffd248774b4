import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/errors.ts'

/** Calls under way at once; ten connections to the database serve them, so more would only wait longer. */
const MOST = 128

/** Beyond what can be served in time, refuse at once with 503 rather than let everybody wait; health checks always answer. */
export function shedOverload(app: FastifyInstance, most: number = MOST): void {
  let underWay = 0
  app.addHook('onRequest', async (request) => {
    underWay++
    if (underWay <= most || request.url === '/healthz') return
    const refused = new AppError('indisponible')
    refused.retryAfter = 1
    throw refused
  })
  app.addHook('onResponse', async () => void underWay--)
}
