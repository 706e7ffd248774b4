import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import fastify, { type FastifyInstance, type FastifyServerOptions, type RouteOptions } from 'fastify'
import { sql } from 'kysely'
import { BASE } from '#shared/endpoint.ts'
import type { Db } from '#server/database/db.ts'
import { AppError, toAppError } from '#server/errors.ts'
import { spareDuringBackups } from '#server/files/spare.ts'
import type { FileStore } from '#server/files/store.ts'
import { keepHouse } from '#server/housekeeping.ts'
import { serveOpenApi } from '#server/openapi.ts'
import { shedOverload } from '#server/overload.ts'
import { features } from '#server/registry.ts'
import type { Shape } from '#server/route.ts'
import { serveScreens } from '#server/screens.ts'
import { readSession, verifyXsrf } from '#server/session.ts'
import { answerUnreadable } from '#server/unreadable.ts'

declare module 'fastify' {
  interface FastifyInstance {
    pool: Db
    files: FileStore
    /** Every call served so far, for the OpenAPI page. */
    contracts: Shape[]
  }
  interface FastifyContextConfig {
    access?: 'public' | 'membre'
  }
}

interface AppOptions {
  db: Db
  files: FileStore
  /** Folder of the built screens; absent, only the calls are served (tests). */
  screens?: string
  logger?: FastifyServerOptions['logger']
  trustProxy?: FastifyServerOptions['trustProxy']
}

/** The whole server, not yet listening. Closing it leaves the database to whoever opened it. */
export async function createApp({
  db,
  files,
  screens,
  logger = false,
  trustProxy = false,
}: AppOptions): Promise<FastifyInstance> {
  const app = fastify({
    logger,
    trustProxy,
    bodyLimit: 1024 * 1024,
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 255 },
    forceCloseConnections: 'idle',
    frameworkErrors: answerUnreadable,
  })
  app.decorate('pool', db)
  app.decorate('files', spareDuringBackups(files, db))
  app.decorate('contracts', [])
  app.addHook('onRoute', refuseUndeclaredAccess)
  app.addHook('onRoute', lightenAssets)
  await app.register(cookie)
  parseJsonBodies(app)
  await app.register(multipart)
  await app.register(helmet, securityHeaders)
  shedOverload(app)
  app.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith(BASE)) reply.header('cache-control', 'no-store')
  })
  app.setErrorHandler((error, request, reply) => {
    const refused = toAppError(error)
    if (!refused) request.log.error({ err: error }, 'unexpected failure')
    else if (refused.status() >= 500) request.log.warn({ err: error }, 'unavailable')
    const wait = refused?.retryAfter ?? (refused?.status() === 503 ? 1 : undefined)
    if (wait !== undefined) reply.header('retry-after', wait)
    // A defect says nothing of the inside, so that the screen's own sentence shows (Q21).
    return reply.status(refused?.status() ?? 500).send(refused?.body() ?? {})
  })
  health(app)
  keepHouse(app)
  for (const routes of Object.values(features)) routes(app)
  serveOpenApi(app)
  guardUnknownCalls(app)
  if (screens) await serveScreens(app, screens)
  return app
}

/** Every call under the base path says who may make it; one that does not keeps the server from starting. */
function refuseUndeclaredAccess({
  url,
  method,
  config,
}: {
  url: string
  method: string | string[]
  config?: { access?: string }
}): void {
  if (url.startsWith(BASE) && !config?.access) throw new Error(`no access declared: ${String(method)} ${url}`)
}

/** JSON only, until multipart adds its own; an empty body with a JSON type is no body (DELETE, POST …/disable). */
function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, typeof body === 'string' ? body : body.toString(), done)
  })
}

function health(app: FastifyInstance): void {
  app.get('/healthz', () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    await sql`select 1`.execute(app.pool)
    return { status: 'ok' }
  })
}

/** Unknown paths under the base path: 401 first, so that a visitor learns nothing, then 404 in JSON (Q6). */
function guardUnknownCalls(app: FastifyInstance): void {
  const config = { access: 'membre' as const }
  app.route({
    method: ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'],
    url: `${BASE}/*`,
    config,
    handler: async (request) => {
      const session = await readSession(app.pool, request)
      if (!session) throw new AppError(request.method === 'GET' ? 'routeInconnue' : 'nonAuthentifie')
      if (request.method !== 'GET') verifyXsrf(request, session)
      throw new AppError('routeInconnue')
    },
  })
}

/**
 * A screen is made of dozens of small files: headers that only mean something on a page weighed 27 Ko there for the list
 * of clients, 44 Ko for appartements. The page that loads them carries them all.
 */
function lightenAssets(route: RouteOptions): void {
  if (!route.url.startsWith('/assets/')) return
  route.helmet = {
    contentSecurityPolicy: false,
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    referrerPolicy: false,
    strictTransportSecurity: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xFrameOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  }
  // What is asked for again: a file whose name changes with its content never is.
  route.onSend = async (_request, reply) => {
    for (const name of ['accept-ranges', 'etag', 'last-modified']) reply.removeHeader(name)
  }
}

const securityHeaders: Parameters<typeof helmet>[1] = {
  enableCSPNonces: true,
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      manifestSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  crossOriginOpenerPolicy: { policy: 'same-origin' },
  crossOriginResourcePolicy: { policy: 'same-origin' },
  referrerPolicy: { policy: 'no-referrer' },
  strictTransportSecurity: { maxAge: 63_072_000, includeSubDomains: true },
  xFrameOptions: { action: 'deny' },
}
