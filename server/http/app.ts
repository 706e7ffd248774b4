import cookie from '@fastify/cookie'
import { communesErreurs } from '#shared/erreurs.ts'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import fastify, { type FastifyInstance, type FastifyServerOptions, type RouteOptions } from 'fastify'
import { sql } from 'kysely'
import { serveAide } from '#server/aide/aide.ts'
import { BASE } from '#shared/endpoint.ts'
import type { Sauvegardes } from '#server/backup/kept.ts'
import { documentsPool } from '#server/documents/documents-pool.ts'
import { compileAnswer, compressAnswers } from '#server/http/answers.ts'
import { guardCalls } from '#server/http/access.ts'
import { parseJsonBodies, refuseLargeBodiesOfVisitors } from '#server/http/bodies.ts'
import type { Db } from '#server/database/db.ts'
import { toAppError, refuse } from '#server/http/errors.ts'
import type { FileStore } from '#server/files/store.ts'
import { serveOnlyHosts, CALL_HEADERS, helmetOptions } from '#server/http/protection.ts'
import { startHousekeeping } from '#server/housekeeping.ts'
import { answerMalformed, createListener, answerUnreadable } from '#server/http/listener.ts'
import { serveOpenApi } from '#server/http/openapi.ts'
import { createSlots, type Slots } from '#server/http/overload.ts'
import { atMostEvery } from '#server/http/log.ts'
import { CONNECTION_TIMEOUTS, REQUESTS, type ConnectionTimeouts } from '#server/limits.ts'
import { features } from '#server/registry.ts'
import type { Shape } from '#server/http/route.ts'
import { serveScreens } from '#server/http/screens.ts'
import { verifyXsrf } from '#server/http/session.ts'

declare module 'fastify' {
  interface FastifyInstance {
    pool: Db
    files: FileStore
    /** Settings for backups before large changes; null for a server without backups. */
    sauvegardes: Sauvegardes | null
    slots: Slots
    /** Slots of sign-ins, which strangers make: twelve people of one office sign in at once. */
    signIns: Slots
    /** Slots of sign-ups, so that no crowd of them takes those of sign-ins. */
    signUps: Slots
    answers: typeof compileAnswer
    /** Contracts of the served calls, for the OpenAPI page. */
    contracts: Shape[]
  }
  interface FastifyContextConfig {
    /** Gives the answers {@link CALL_HEADERS}. */
    constantHeaders?: boolean
  }
}

interface AppOptions {
  db: Db
  files: FileStore
  sauvegardes?: Sauvegardes
  /** Folder of the built screens; undefined serves the calls only (tests). */
  screens?: string
  logger?: FastifyServerOptions['logger']
  trustProxy?: FastifyServerOptions['trustProxy']
  /** Host names that are served; undefined serves any. */
  hosts?: readonly string[] | undefined
  /** Tests replace this to check each answer with the schema. */
  answers?: typeof compileAnswer
  timeouts?: ConnectionTimeouts
}

/** Builds the server, not yet listening. Its closing leaves the database open for the caller. */
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
    bodyLimit: REQUESTS.body,
    serverFactory: (handler) => createListener(handler, timeouts),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 255 },
    forceCloseConnections: 'idle',
    frameworkErrors: answerUnreadable,
    clientErrorHandler: answerMalformed,
    // A request that arrives during a stop is answered, and its connection closed.
    return503OnClosing: false,
  })
  app.decorate('pool', db)
  app.decorate('files', files)
  app.decorate('sauvegardes', sauvegardes ?? null)
  app.decorate('slots', createSlots(REQUESTS))
  app.decorate('signIns', createSlots(REQUESTS.signIns))
  app.decorate('signUps', createSlots(REQUESTS.signUps))
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
    // A cut request fails with the same codes as a lost database.
    const refused = error === request.raw.errored ? refuse(communesErreurs.abandon) : toAppError(error)
    if (!refused) request.log.error({ err: error }, 'unexpected failure')
    else if (refused === error && refused.isOverload()) tellOfOverload()
    else if (refused.status() >= 500) request.log.warn({ err: refused.cause ?? error }, 'unavailable')
    const wait = refused?.retryAfter ?? (refused?.status() === 503 ? 1 : undefined)
    if (wait !== undefined) reply.header('retry-after', wait)
    // A defect gives an empty body, so that the screen shows its own sentence (Q21).
    return reply
      .status(refused?.status() ?? 500)
      .removeHeader('content-disposition')
      .type('application/json; charset=utf-8')
      .send(refused?.body() ?? {})
  })
  const unwatch = documentsPool.watch((error) =>
    app.log.warn({ err: error }, 'a documents process ended over its work'),
  )
  app.addHook('onClose', async () => unwatch())
  health(app)
  startHousekeeping(
    app,
    Object.values(features).flatMap(({ tidy }) => tidy ?? []),
  )
  for (const { routes } of Object.values(features)) for (const register of routes) register(app)
  serveOpenApi(app)
  serveAide(app)
  guardUnknownCalls(app)
  if (screens) await serveScreens(app, screens)
  return app
}

/** Keeps the server from starting with a call under the base path that declares no access. */
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
    // Concurrent questions share one statement, because anybody may ask and the answer takes no slot.
    await (asking ??= sql`select 1`.execute(app.pool).finally(() => (asking = null)))
    return { status: 'ok' }
  })
}

/** Answers unknown paths under the base path with 404 in JSON (Q6), after the checks of session and token for a change. */
function guardUnknownCalls(app: FastifyInstance): void {
  const url = `${BASE}/*`
  app.get(url, { config: { access: 'public' } }, async () => {
    throw refuse(communesErreurs.routeInconnue)
  })
  app.route({
    method: ['POST', 'PUT', 'DELETE', 'PATCH'],
    url,
    config: { access: 'membre' },
    handler: async (request) => {
      verifyXsrf(request, request.session)
      throw refuse(communesErreurs.routeInconnue)
    },
  })
}

/** Gives calls constant headers: their answers are no pages, so their policy needs no nonce. */
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
 * Drops the headers that only mean something on a page: a screen is dozens of small files, and these headers weighed 27 KB for the list of
 * clients. The page itself bears them.
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
  // These headers serve revalidation; a file whose name changes with its content is never revalidated.
  route.onSend = async (_request, reply) => {
    for (const name of ['accept-ranges', 'etag', 'last-modified']) reply.removeHeader(name)
  }
}
