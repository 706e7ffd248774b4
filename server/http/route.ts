import { Readable } from 'node:stream'
import { communesErreurs } from '#shared/erreurs.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { BASE, type Endpoint, type FileEndpoint, type Inside } from '#shared/endpoint.ts'
import type { Db } from '#server/database/db.ts'
import { inCancellableSnapshot, inSnapshot, inTransaction } from '#server/database/transaction.ts'
import { inPlace, sessionNow, type Places } from '#server/http/access.ts'
import { decode, overridden, parse, pick } from '#server/http/bodies.ts'
import { toAppError, refuse } from '#server/http/errors.ts'
import { runExport, overloadError, createQueue } from '#server/http/overload.ts'
import { waitUntilReadable, type FileStore } from '#server/files/store.ts'
import {
  discardRest,
  readMultipart,
  requireBoundary,
  type Outcome,
  type UploadedFile,
} from '#server/files/upload.ts'
import { answerOnce } from '#server/http/idempotency.ts'
import { allowSlowBody, connectionSignal } from '#server/http/listener.ts'
import { SLOW_WORKS } from '#server/limits.ts'
import { verifyXsrf, type Actor, type Session } from '#server/http/session.ts'

interface Context {
  /** Transaction of a change, read-only snapshot of an essai, or the pool for a reading. */
  db: Db
  /** Pool for writes that must outlive a refused transaction (throttling). */
  pool: Db
  /** The member; `id` 0 for a visitor. */
  actor: Actor
  session: Session | null
  files: FileStore
  request: FastifyRequest
  reply: FastifyReply
  /** True when a call whose answer is a secret was made before with the same Idempotency-Key. */
  repeated: boolean
  /** Runs a task after the commit, not after a refusal; its failure does not change the answer. */
  afterCommit(task: () => Promise<void>): void
}

interface Input<P, Q, B> {
  params: Inside<P>
  query: Inside<Q>
  body: Inside<B>
  /** Uploaded file of a multipart call, checked but not yet kept. */
  file: UploadedFile | null
}

type Schema = z.ZodMiniType
type Maybe = Schema | undefined
interface Arrived<P extends Maybe> {
  session: Session | null
  params: Inside<P>
  body: unknown
  file: UploadedFile | null
}
export type Shape = Pick<
  Endpoint,
  'method' | 'path' | 'aliases' | 'summary' | 'params' | 'query' | 'refuses'
> &
  Pick<Endpoint, 'access' | 'toutCompte' | 'malgreSuite'> &
  Partial<
    Pick<Endpoint, 'body' | 'file' | 'accept' | 'status' | 'essai' | 'secret' | 'response'> &
      Pick<FileEndpoint, 'contentType'>
  >

const uploadsUnderWay = createQueue(SLOW_WORKS.uploads, overloadError)
const filesUnderWay = createQueue(SLOW_WORKS.files, overloadError)

const VISITOR: Actor = { id: 0, name: 'Visiteur', email: '' }

interface RouteOptions<P extends Maybe, Q extends Maybe, B extends Maybe, K> {
  /** Places apart from those of most calls. */
  places?: Places
  /** True for a handler that asks the database nothing, which needs no place. */
  asksNothing?: boolean
  /** `false` leaves the transaction to the handler (login must record refused attempts). */
  transaction?: boolean
  /** Completes a body, before it is read, by what the record says that it names. */
  complete?: (body: unknown, params: Inside<P>, db: Db) => Promise<unknown>
  /** Slow work without the database, done before the transaction takes a connection. */
  prepare?: (input: Input<P, Q, B>, request: FastifyRequest) => Promise<K>
}

/** A handler answers this: {@link route} adds the contract's sentence of success unless the handler gives its own. */
export type Answered<A> = A extends { message: string }
  ? (Omit<A, 'message'> & { message?: string }) | (keyof A extends 'message' ? void : never)
  : A

/** Serves one call of a contract: guard, anti-forgery, decoding, one transaction for a change, allow-listed answer. */
export function route<P extends Maybe, Q extends Maybe, B extends Maybe, R extends Maybe, K = undefined>(
  app: FastifyInstance,
  endpoint: Endpoint<P, Q, B, R>,
  handler: (input: Input<P, Q, B>, context: Context, prepared: K) => Promise<Answered<Inside<R>>>,
  {
    transaction = endpoint.method !== 'GET',
    complete,
    prepare,
    places,
    asksNothing,
  }: RouteOptions<P, Q, B, K> = {},
): void {
  const encode = endpoint.response && app.answers(endpoint.response)
  register(
    app,
    endpoint,
    async (request, reply, { session, params, body, file }) => {
      const whole = complete ? await complete(body, params, app.pool) : body
      const input: Input<P, Q, B> = { params, ...decode(endpoint, request, whole), file }
      const prepared = (await prepare?.(input, request)) as K
      const afterCommit: (() => Promise<void>)[] = []
      const essai = endpoint.essai === true && pick(input.body, 'essai') === true
      const run = async (db: Db, repeated = false) => {
        const context = { ...makeContext(app, db, session, request, reply, afterCommit), repeated }
        const answered = await handler(input, context, prepared)
        if (!encode) return answered
        const { succes } = endpoint
        return encode(succes === undefined || essai ? answered : Object.assign({ message: succes }, answered))
      }
      const change = () =>
        inTransaction(app.pool, (db) => {
          // A rolled-back attempt may have left tasks.
          afterCommit.length = 0
          return answerOnce(db, { endpoint, request, session, body, file }, (repeated) => run(db, repeated))
        })
      // The file goes to the store before the transaction, so that a slow store holds neither a connection nor a lock.
      if (file && !essai)
        await filesUnderWay.run(() => file.store(app.pool), { signal: connectionSignal(request.raw) })
      const answer = await (essai ? inSnapshot(app.pool, run) : transaction ? change() : run(app.pool))
      // The change is committed; housekeeping does a task that failed.
      for (const task of afterCommit)
        await task().catch((error: unknown) => request.log.warn({ err: error }, 'left undone after a change'))
      reply.status(essai ? 200 : (endpoint.status ?? 200))
      return endpoint.status === 204 ? undefined : answer
    },
    { places, asksNothing },
  )
}

/** Answer of a file handler: bytes or a stream, and its Content-Disposition. */
export interface FileAnswer {
  content: Buffer | Readable
  disposition: string
  /** Media type, where the contract names several; the first one by default. */
  type?: string
}

/** Context of a file handler; its work stops when the browser leaves. */
export interface FileContext extends Context {
  signal: AbortSignal
  /** Reads the content of the file at one instant ({@link inCancellableSnapshot}). */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Runs a whole export in its turn ({@link runExport}). */
  inTurn<T>(work: () => Promise<T>): Promise<T>
}

/** Serves a call that answers a file. The end of its connection stops its reading, its wait in a queue and its document. */
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
    const described = [endpoint.contentType].flat()
    const {
      content,
      disposition,
      type = described[0],
    } = await handler(input, {
      ...context,
      signal,
      read: (work) => inCancellableSnapshot(app.pool, signal, work),
      inTurn: (work) => runExport(work, { signal, owner: session?.actor.id }),
    })
    // A type absent from the OpenAPI description must not be sent.
    if (type === undefined || !described.some((one) => one === type))
      throw new TypeError(`${endpoint.path} answers ${type}, described as ${described.join(', ')}`)
    if (content instanceof Readable) await waitUntilReadable(content, signal, request.log)
    reply.type(type).header('content-disposition', disposition)
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
    repeated: false,
    afterCommit: (task) => void afterCommit.push(task),
  }
}

/**
 * Registers a call. Refusals come in one order: session, account and droit (401, 409, 403, by `guardCalls`), readability of the body (415, 400), origin
 * (419), address (404), content. A form is read after the address, so that a plan comes only from a member who may send it.
 */
function register<P extends Maybe>(
  app: FastifyInstance,
  endpoint: Shape & { params?: P },
  handle: (request: FastifyRequest, reply: FastifyReply, arrived: Arrived<P>) => Promise<unknown>,
  { places, asksNothing = false }: { places?: Places | undefined; asksNothing?: boolean | undefined } = {},
): void {
  const inSlot = <T>(request: FastifyRequest, run: () => Promise<T>) =>
    asksNothing ? run() : inPlace(app, request, request.session !== null, run)
  const accept = (request: FastifyRequest, method: string, session: Session | null) => {
    if (method !== 'GET') verifyXsrf(request, session)
    return parse<P>(endpoint.params, request.params, () => refuse(communesErreurs.introuvable))
  }
  const work = (request: FastifyRequest, reply: FastifyReply, method: string, arrived: Arrived<P>) => {
    if (method !== endpoint.method && overridden(request, arrived.body) !== endpoint.method)
      throw refuse(communesErreurs.routeInconnue)
    return handle(request, reply, arrived)
  }
  /** A slot is held during the work only, not while the body arrives or the answer is read. */
  const serve = async (request: FastifyRequest, reply: FastifyReply, method: string) => {
    const answer = request.isMultipart()
      ? await upload(request, reply, method)
      : await inSlot(request, async () => {
          const session = await sessionNow(app.pool, request, endpoint.access)
          const params = accept(request, method, session)
          return work(request, reply, method, { session, params, body: request.body, file: null })
        })
    return reply.send(answer)
  }
  /** Reads a form in its turn; one that is refused meanwhile is read to its end, so that its answer arrives. */
  const receive = (request: FastifyRequest, part: string) =>
    uploadsUnderWay
      .run(() => readMultipart(request, part, app.files, endpoint.accept), {
        signal: connectionSignal(request.raw),
        owner: request.session?.actor.id,
      })
      .catch((error: unknown) => {
        discardRest(request)
        throw error
      })
  const upload = async (request: FastifyRequest, reply: FastifyReply, method: string) => {
    if (!endpoint.file) throw refuse(communesErreurs.typeRefuse)
    requireBoundary(request)
    const params = accept(request, method, request.session)
    allowSlowBody(request.raw)
    const { fields, file } = await receive(request, endpoint.file)
    // Housekeeping does what failed here; the answer does not change.
    const settle = async (outcome: Outcome) => {
      await file
        ?.settle(outcome)
        .catch((error: unknown) => request.log.warn({ err: error }, 'left undone after an upload'))
    }
    try {
      const answer = await inSlot(request, async () => {
        const session = await sessionNow(app.pool, request, endpoint.access)
        return work(request, reply, method, { session, params, body: fields, file })
      })
      await settle('committed')
      return answer
    } catch (error) {
      const refused = toAppError(error)
      await settle(refused && refused.status() < 500 ? 'refused' : 'unknown')
      throw error
    }
  }
  app.contracts.push(endpoint)
  for (const path of [endpoint.path, ...(endpoint.aliases ?? [])]) {
    const url = BASE + path.replace(/\{(\w+)\}/g, ':$1')
    const config = {
      access: endpoint.access,
      toutCompte: endpoint.toutCompte ?? false,
      malgreSuite: endpoint.malgreSuite ?? false,
      ...(places && { places }),
    }
    app.route({
      method: endpoint.method,
      url,
      config,
      handler: (request, reply) => serve(request, reply, endpoint.method),
    })
    // A browser form can only POST a file, so a PUT with a file also answers POST with _method=PUT (Q123).
    if (endpoint.file && endpoint.method === 'PUT')
      app.route({ method: 'POST', url, config, handler: (request, reply) => serve(request, reply, 'POST') })
  }
}
