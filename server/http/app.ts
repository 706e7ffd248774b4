import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import fastify, { type FastifyInstance, type FastifyServerOptions, type RouteOptions } from 'fastify'
import { sql } from 'kysely'
import type pg from 'pg'
import { BASE } from '#shared/endpoint.ts'
import { compileAnswer } from '#server/http/answers.ts'
import { guardCalls } from '#server/http/access.ts'
import { compressAnswers } from '#server/http/compression.ts'
import { parseJsonBodies, refuseLargeBodiesOfVisitors } from '#server/http/bodies.ts'
import type { Db } from '#server/database/db.ts'
import { AppError, toAppError } from '#server/http/errors.ts'
import type { FileStore } from '#server/files/store.ts'
import { serveOnlyHosts } from '#server/http/hosts.ts'
import { startHousekeeping } from '#server/housekeeping.ts'
import {
  answerMalformed,
  createListener,
  CONNECTION_TIMEOUTS,
  type ConnectionTimeouts,
} from '#server/http/listener.ts'
import { serveOpenApi } from '#server/http/openapi.ts'
import { createSlots, atMostEvery, type Slots } from '#server/http/overload.ts'
import { CALL_HEADERS, helmetOptions } from '#server/http/protection.ts'
import { features } from '#server/registry.ts'
import type { Shape } from '#server/http/route.ts'
import { serveScreens } from '#server/http/screens.ts'
import { verifyXsrf } from '#server/http/session.ts'
import { answerUnreadable } from '#server/http/unreadable.ts'

declare module 'fastify' {
  interface FastifyInstance {
    pool: Db
    files: FileStore
    /** Where backups are made of what, before much is changed at once; null for a server that was told of none. */
    sauvegardes: Sauvegardes | null
    /** Where the work of the calls is done. */
    slots: Slots
    /** Makes the allow-list of an answer. */
    answers: typeof compileAnswer
    /** Every call served so far, for the OpenAPI page. */
    contracts: Shape[]
  }
  interface FastifyContextConfig {
    /** Its answers bear {@link CALL_HEADERS}. */
    constantHeaders?: boolean
  }
}

/** The folder of the backups, and how to reach the database they are of. */
export interface Sauvegardes {
  connection: pg.ClientConfig
  folder: string
  /** The database is the embedded one: it is on this machine, and nobody else's. */
  integree: boolean
}

interface AppOptions {
  db: Db
  files: FileStore
  sauvegardes?: Sauvegardes
  /** Folder of the built screens; absent, only the calls are served (tests). */
  screens?: string
  logger?: FastifyServerOptions['logger']
  trustProxy?: FastifyServerOptions['trustProxy']
  /** The names under which it is served; absent, any. */
  hosts?: readonly string[] | undefined
  /** Tests look at each answer with the schema as well. */
  answers?: typeof compileAnswer
  /** Shorter for tests of it. */
  timeouts?: ConnectionTimeouts
}

/** The whole server, not yet listening. Closing it leaves the database to whoever opened it. */
export async function createApp({
  db,
  files,
  sauvegardes,
  screens,
  logger = false,
  trustProxy = false,
  hosts,
  answers = compileAnswer,
  timeouts = CONNECTION_TIMEOUTS,
}: AppOptions): Promise<FastifyInstance> {
  const app = fastify({
    logger,
    trustProxy,
    bodyLimit: 1024 * 1024,
    serverFactory: (handler) => createListener(handler, timeouts),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 255 },
    forceCloseConnections: 'idle',
    frameworkErrors: answerUnreadable,
    clientErrorHandler: answerMalformed,
    // What arrives while we stop is still answered, and closes its connection.
    return503OnClosing: false,
  })
  app.decorate('pool', db)
  app.decorate('files', files)
  app.decorate('sauvegardes', sauvegardes ?? null)
  app.decorate('slots', createSlots())
  app.decorate('answers', answers)
  app.decorate('contracts', [])
  app.addHook('onRoute', refuseUndeclaredAccess)
  app.addHook('onRoute', dropPageHeadersFromAssets)
  await app.register(cookie)
  protectCalls(app)
  await app.register(helmet, helmetOptions)
  if (hosts) serveOnlyHosts(app, hosts)
  guardCalls(app)
  parseJsonBodies(app)
  await app.register(multipart)
  refuseLargeBodiesOfVisitors(app)
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.url.startsWith(BASE)) reply.header('cache-control', 'no-store')
    done(null, payload)
  })
  compressAnswers(app)
  const tellOfOverload = atMostEvery((calls) => app.log.warn({ calls }, 'refused: too much is under way'))
  app.setErrorHandler((error, request, reply) => {
    // A request that is cut fails as a connection to the database does.
    const refused = error === request.raw.errored ? new AppError('abandon') : toAppError(error)
    if (!refused) request.log.error({ err: error }, 'unexpected failure')
    else if (refused === error && refused.retryAfter !== undefined && refused.status() === 503)
      tellOfOverload()
    else if (refused.status() >= 500) request.log.warn({ err: error }, 'unavailable')
    const wait = refused?.retryAfter ?? (refused?.status() === 503 ? 1 : undefined)
    if (wait !== undefined) reply.header('retry-after', wait)
    // A defect says nothing of the inside, so that the screen's own sentence shows (Q21).
    return reply
      .status(refused?.status() ?? 500)
      .removeHeader('content-disposition')
      .type('application/json; charset=utf-8')
      .send(refused?.body() ?? {})
  })
  health(app)
  startHousekeeping(
    app,
    Object.values(features).flatMap(({ tidy }) => tidy ?? []),
  )
  for (const { routes } of Object.values(features)) routes(app)
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

function health(app: FastifyInstance): void {
  app.get('/healthz', () => ({ status: 'ok' }))
  let asking: Promise<unknown> | null = null
  app.get('/readyz', async () => {
    // One question for all who ask meanwhile: anybody may, and it takes no place.
    await (asking ??= sql`select 1`.execute(app.pool).finally(() => (asking = null)))
    return { status: 'ok' }
  })
}

/** Unknown paths under the base path: 404 in JSON (Q6); a change is first refused to whoever may make none. */
function guardUnknownCalls(app: FastifyInstance): void {
  const url = `${BASE}/*`
  app.get(url, { config: { access: 'public' } }, async () => {
    throw new AppError('routeInconnue')
  })
  app.route({
    method: ['POST', 'PUT', 'DELETE', 'PATCH'],
    url,
    config: { access: 'membre' },
    handler: async (request) => {
      verifyXsrf(request, request.session)
      throw new AppError('routeInconnue')
    },
  })
}

/** What a call answers is no page: its policy needs no nonce, and its headers are the same each time. */
function protectCalls(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (!route.config?.access || route.helmet !== undefined) return
    route.helmet = false
    route.config = { ...route.config, constantHeaders: true }
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.constantHeaders) reply.headers(CALL_HEADERS)
    done()
  })
}

/**
 * A screen is made of dozens of small files: headers that only mean something on a page weighed 27 Ko there for the list
 * of clients, 44 Ko for appartements. The page that loads them carries them all.
 */
function dropPageHeadersFromAssets(route: RouteOptions): void {
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
