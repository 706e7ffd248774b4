import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { BASE, type Endpoint, type FileEndpoint, type Inside } from '#shared/endpoint.ts'
import type { Db } from '#server/database/db.ts'
import { inCancellableSnapshot, inSnapshot } from '#server/database/reading.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { sessionNow } from '#server/http/access.ts'
import { AppError, toAppError, validationError } from '#server/http/errors.ts'
import { waitUntilReadable } from '#server/files/readable.ts'
import type { FileStore } from '#server/files/store.ts'
import { readMultipart, requireBoundary, type UploadedFile } from '#server/files/upload.ts'
import { answerOnce } from '#server/http/idempotency.ts'
import { allowSlowBody, connectionSignal } from '#server/http/listener.ts'
import { overloadError } from '#server/http/overload.ts'
import { createQueue } from '#server/queue.ts'
import { verifyXsrf, type Actor, type Session } from '#server/http/session.ts'

/** What a handler works with besides its input. */
interface Context {
  /** The request's transaction for a change, one that can only read for its essai, the pool for a reading. */
  db: Db
  /** The pool, for what must outlive a refused transaction (throttling). */
  pool: Db
  /** Who asks. On a public call of a visitor: nobody, `id` 0. */
  actor: Actor
  session: Session | null
  files: FileStore
  request: FastifyRequest
  reply: FastifyReply
  /** Runs once the change is committed (and not when it is refused). Should it fail, the change is answered all the same. */
  afterCommit(task: () => Promise<void>): void
}

export interface Input<P, Q, B> {
  params: Inside<P>
  query: Inside<Q>
  body: Inside<B>
  /** The uploaded file of a multipart call, already checked, not yet kept. */
  file: UploadedFile | null
}

type Schema = z.ZodMiniType
type Maybe = Schema | undefined
/** What is known of a call when its work begins: its address is read, its body is there. */
interface Arrived<P extends Maybe> {
  session: Session | null
  params: Inside<P>
  body: unknown
  file: UploadedFile | null
}
/** What an endpoint of either kind has. */
export type Shape = Pick<
  Endpoint,
  'method' | 'path' | 'aliases' | 'access' | 'summary' | 'params' | 'query'
> &
  Partial<
    Pick<Endpoint, 'body' | 'file' | 'accept' | 'status' | 'essai' | 'secret' | 'response'> &
      Pick<FileEndpoint, 'contentType'>
  >

/**
 * A plan is stored inside its transaction, which has a connection of the database meanwhile: a store that says nothing must
 * not come to hold all ten of them.
 */
const plansUnderWay = createQueue({ concurrency: 4, waiting: 60, refusal: overloadError })

const VISITOR: Actor = { id: 0, name: 'Visiteur', email: '' }

interface RouteOptions<P extends Maybe, Q extends Maybe, B extends Maybe, K> {
  /** `false` leaves the handler to open its own (login, which must remember refused attempts). */
  transaction?: boolean
  /** What takes long and needs no database, done before the transaction: nobody's connection waits for it meanwhile. */
  prepare?: (input: Input<P, Q, B>, request: FastifyRequest) => Promise<K>
}

/** Serves one call of a contract: guard, anti-forgery, decoding, one transaction for a change, allow-listed answer. */
export function route<P extends Maybe, Q extends Maybe, B extends Maybe, R extends Maybe, K = undefined>(
  app: FastifyInstance,
  endpoint: Endpoint<P, Q, B, R>,
  handler: (input: Input<P, Q, B>, context: Context, prepared: K) => Promise<Inside<R>>,
  { transaction = endpoint.method !== 'GET', prepare }: RouteOptions<P, Q, B, K> = {},
): void {
  const encode = endpoint.response && app.answers(endpoint.response)
  register(app, endpoint, async (request, reply, { session, params, body, file }) => {
    const input: Input<P, Q, B> = { params, ...decode(endpoint, request, body), file }
    const prepared = (await prepare?.(input, request)) as K
    const afterCommit: (() => Promise<void>)[] = []
    const run = async (db: Db) => {
      const context = makeContext(app, db, session, request, reply, afterCommit)
      const inside = await handler(input, context, prepared)
      return encode ? encode(inside) : inside
    }
    const change = () =>
      inTransaction(app.pool, (db) =>
        endpoint.secret ? run(db) : answerOnce(db, { endpoint, request, session, body, file }, () => run(db)),
      )
    const inTurn = () => (file ? plansUnderWay.run(change, connectionSignal(request.raw)) : change())
    const essai = endpoint.essai === true && pick(input.body, 'essai') === true
    const answer = await (essai ? inSnapshot(app.pool, run) : transaction ? inTurn() : run(app.pool))
    // The change is made: what could not be tidied up after it is left to housekeeping, and no reason to answer a failure.
    for (const task of afterCommit)
      await task().catch((error: unknown) => request.log.warn({ err: error }, 'left undone after a change'))
    reply.status(essai ? 200 : (endpoint.status ?? 200))
    return endpoint.status === 204 ? undefined : answer
  })
}

/** What a file handler answers: the bytes or a stream, and the name under which the browser saves them. */
export interface FileAnswer {
  content: Buffer | Readable
  disposition: string
  /** What it is, where the contract leaves that to each answer; else the only type it names, or the first. */
  type?: string
}

/** What a file handler works with besides: both stop when the browser goes away. */
export interface FileContext extends Context {
  signal: AbortSignal
  /** Reads what the file is made of, all of it at one instant ({@link inCancellableSnapshot}). */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>
}

/** Serves a call that answers a file. A download that is given up stops its reading, its place in the queue, its document. */
export function fileRoute<P extends Maybe, Q extends Maybe>(
  app: FastifyInstance,
  endpoint: FileEndpoint<P, Q>,
  handler: (input: Input<P, Q, undefined>, context: FileContext) => Promise<FileAnswer>,
): void {
  register(app, endpoint, async (request, reply, { session, params }) => {
    const signal = connectionSignal(request.raw)
    signal.throwIfAborted()
    const { query } = decode<Q, undefined>(endpoint, request, undefined)
    const input: Input<P, Q, undefined> = { params, query, body: undefined, file: null }
    const context = makeContext(app, app.pool, session, request, reply, [])
    const {
      content,
      disposition,
      type = [endpoint.contentType].flat()[0],
    } = await handler(input, {
      ...context,
      signal,
      read: (work) => inCancellableSnapshot(app.pool, signal, work),
    })
    if (content instanceof Readable) await waitUntilReadable(content, signal, request.log)
    reply.type(type ?? 'application/octet-stream').header('content-disposition', disposition)
    return content
  })
}

function makeContext(
  app: FastifyInstance,
  db: Db,
  session: Session | null,
  request: FastifyRequest,
  reply: FastifyReply,
  afterCommit: (() => Promise<void>)[],
): Context {
  return {
    db,
    pool: app.pool,
    session,
    files: app.files,
    request,
    reply,
    actor: session?.actor ?? VISITOR,
    afterCommit: (task) => void afterCommit.push(task),
  }
}

/**
 * Refuses in one order, whatever is wrong at once: who asks (401, 403: `guardCalls`, before this), what kind of body it is and
 * whether it can be read (415, 400), where it comes from (419), an address that names nothing (404), then what it asks for.
 * What the parts of a form say comes after the address: a plan is received only of who may send one, for something that may be.
 */
function register<P extends Maybe>(
  app: FastifyInstance,
  endpoint: Shape & { params?: P },
  handle: (request: FastifyRequest, reply: FastifyReply, arrived: Arrived<P>) => Promise<unknown>,
): void {
  const accept = (request: FastifyRequest, method: string, session: Session | null) => {
    if (method !== 'GET') verifyXsrf(request, session)
    return parse<P>(endpoint.params, request.params, () => new AppError('introuvable'))
  }
  const work = (request: FastifyRequest, reply: FastifyReply, method: string, arrived: Arrived<P>) => {
    if (method !== endpoint.method && overridden(request, arrived.body) !== endpoint.method)
      throw new AppError('routeInconnue')
    return handle(request, reply, arrived)
  }
  /** A place is held while we work, never while the body is on its way or the answer waits to be read. */
  const serve = async (request: FastifyRequest, reply: FastifyReply, method: string) => {
    const answer = request.isMultipart()
      ? await upload(request, reply, method)
      : await app.slots.take(async () => {
          const session = await sessionNow(app.pool, request, endpoint.access)
          const params = accept(request, method, session)
          return work(request, reply, method, { session, params, body: request.body, file: null })
        })
    return reply.send(answer)
  }
  const upload = async (request: FastifyRequest, reply: FastifyReply, method: string) => {
    if (!endpoint.file) throw new AppError('typeRefuse')
    requireBoundary(request)
    const params = accept(request, method, request.session)
    allowSlowBody(request.raw)
    const { fields, file } = await readMultipart(request, endpoint.file, app.files, endpoint.accept)
    try {
      const answer = await app.slots.take(async () => {
        const session = await sessionNow(app.pool, request, endpoint.access)
        return work(request, reply, method, { session, params, body: fields, file })
      })
      await file?.settle('committed')
      return answer
    } catch (error) {
      const refused = toAppError(error)
      await file?.settle(refused && refused.status() < 500 ? 'refused' : 'unknown')
      throw error
    }
  }
  app.contracts.push(endpoint)
  for (const path of [endpoint.path, ...(endpoint.aliases ?? [])]) {
    const url = BASE + path.replace(/\{(\w+)\}/g, ':$1')
    const config = { access: endpoint.access }
    app.route({
      method: endpoint.method,
      url,
      config,
      handler: (request, reply) => serve(request, reply, endpoint.method),
    })
    // A browser form can only POST a file: PUT calls with one also answer POST with _method=PUT (Q123).
    if (endpoint.file && endpoint.method === 'PUT')
      app.route({ method: 'POST', url, config, handler: (request, reply) => serve(request, reply, 'POST') })
  }
}

function overridden(request: FastifyRequest, fields: unknown): string | undefined {
  const asked = pick(fields, '_method') ?? pick(request.query, '_method')
  return typeof asked === 'string' ? asked.toUpperCase() : undefined
}

const pick = (from: unknown, key: string): unknown =>
  typeof from === 'object' && from !== null
    ? Object.entries(from).find(([name]) => name === key)?.[1]
    : undefined

/** A refused query or body: 422 with its fields. */
function decode<Q extends Maybe, B extends Maybe>(
  endpoint: { query?: Q; body?: B },
  request: FastifyRequest,
  body: unknown,
): { query: Inside<Q>; body: Inside<B> } {
  return {
    query: parse<Q>(endpoint.query, withPreference(request), validationError),
    body: parse<B>(endpoint.body, withIfMatch(request, body ?? {}), validationError),
  }
}

function parse<S extends Maybe>(
  schema: S | undefined,
  value: unknown,
  refuse: (error: z.core.$ZodError) => AppError,
): Inside<S> {
  if (!schema) return undefined as Inside<S>
  const parsed = z.safeParse(schema, value)
  if (!parsed.success) throw refuse(parsed.error)
  return parsed.data as Inside<S>
}

/** How many rows are enough may come as a preference too (RFC 7240): the address stays the specified one. What it says goes first. */
function withPreference({ headers, query }: FastifyRequest): unknown {
  const size = /(?:^|[,\s])maxpagesize=(\d{1,4})(?:$|[,;\s])/.exec(String(headers['prefer'] ?? ''))?.[1]
  return size === undefined ? query : { per_page: size, limit: size, ...Object(query) }
}

/** The version may come as If-Match instead of a field (Q42). */
function withIfMatch(request: FastifyRequest, body: unknown): unknown {
  const match = /^"?(\d{1,9})"?$/.exec(request.headers['if-match'] ?? '')
  const versionless =
    typeof body === 'object' && body !== null && !Array.isArray(body) && !('version' in body)
  return match && versionless ? { ...body, version: Number(match[1]) } : body
}
