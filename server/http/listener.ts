import {
  createServer,
  STATUS_CODES,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { communesErreurs, type ErreurFixe } from '#shared/erreurs.ts'
import { AppError, toAppError, refuse } from '#server/http/errors.ts'
import { PROTECTION } from '#server/http/protection.ts'
import { REQUESTS, STOP, type ConnectionTimeouts } from '#server/limits.ts'

interface Connection {
  gone: AbortController
  current: IncomingMessage | null
  ahead: (() => void)[]
  /** Number of requests beyond the bound; none of them is served. */
  beyond: number
}

const connections = new WeakMap<Socket, Connection>()
const hurries = new WeakMap<IncomingMessage, NodeJS.Timeout>()

/** Signal that aborts, with reason `abandon`, when the connection of the request ends. */
export function connectionSignal({ socket }: IncomingMessage): AbortSignal {
  return (connections.get(socket)?.gone ?? new AbortController()).signal
}

/** Lifts the time-out of a request's body: a plan may take minutes over a slow line. */
export const allowSlowBody = (request: IncomingMessage): void => clearTimeout(hurries.get(request))

/**
 * HTTP server that serves the requests of a connection one at a time: Node reports the end of a connection only to the answer being
 * written, so a request served ahead would never hear of it.
 */
export function createListener(handler: RequestListener, timeouts: ConnectionTimeouts): Server {
  const options = {
    requestTimeout: timeouts.request,
    headersTimeout: timeouts.headers,
    connectionsCheckingInterval: timeouts.look,
  }
  const server = createServer(options, (request, response) => {
    const connection = connections.get(request.socket)
    if (!connection) return
    const serve = () => {
      connection.current = request
      response.once('finish', () => {
        next(connection)
        // An idle connection would delay the stop of the server.
        if (!connection.current && !server.listening) request.socket.destroySoon()
      })
      limitBodyTime(server, request, response, timeouts.body)
      allowSlowWork(request, response, timeouts)
      handler(request, response)
    }
    if (connection.beyond > 0) passOver(connection, request.socket)
    else if (!connection.current) serve()
    else if (connection.ahead.length < REQUESTS.ahead) connection.ahead.push(serve)
    else turnAway(connection, response)
  })
  server.keepAliveTimeout = timeouts.idle
  server.setTimeout(timeouts.silence)
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    const connection: Connection = { gone: new AbortController(), current: null, ahead: [], beyond: 0 }
    connections.set(socket, connection)
    socket.once('close', () => {
      open.delete(socket)
      connection.ahead = []
      connection.gone.abort(refuse(communesErreurs.abandon))
    })
  })
  const closeIdle = server.closeIdleConnections.bind(server)
  const closeAll = () => {
    closeIdle()
    // A connection without a request, which browsers open ahead, does not count as idle for Node and would delay a stop.
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
  }
  // A request sent before the stop may be unread, and its connection idle for Node, which would cut it. The immediate comes after a
  // look at all connections, even when the timer is late.
  server.closeIdleConnections = () => void setTimeout(() => setImmediate(closeAll), STOP.grace).unref()
  return server
}

function next(connection: Connection): void {
  connection.current = null
  connection.ahead.shift()?.()
}

/** Answers 503 in the request's turn, then closes the connection. */
function turnAway(connection: Connection, response: ServerResponse): void {
  connection.beyond = 1
  response
    .writeHead(503, { ...PROTECTION, 'content-type': JSON_TYPE, 'retry-after': '1', connection: 'close' })
    .end(JSON.stringify(refuse(communesErreurs.indisponible).body()))
}

function passOver(connection: Connection, socket: Socket): void {
  connection.beyond++
  if (connection.beyond > REQUESTS.passedOver) socket.destroy()
}

/** Answers a malformed or late request in its turn, then closes the connection. Node would answer in English, amid another answer. */
export function answerMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const connection = connections.get(socket)
  const say = () => {
    sayAndClose(socket, refuse(MALFORMED[error.code ?? ''] ?? communesErreurs.illisible))
  }
  if (connection?.current?.complete) connection.ahead.push(say)
  else say()
}

const MALFORMED: Record<string, ErreurFixe> = {
  ERR_HTTP_REQUEST_TIMEOUT: communesErreurs.tropLent,
  HPE_HEADER_OVERFLOW: communesErreurs.enTetesTropLongs,
}

function sayAndClose(socket: Socket, refused: AppError): void {
  const body = JSON.stringify(refused.body())
  const headers = {
    ...PROTECTION,
    'content-type': JSON_TYPE,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const status = refused.status()
  if (socket.writable)
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
  socket.destroySoon()
}

const JSON_TYPE = 'application/json; charset=utf-8'

const hasBody = ({ headers }: IncomingMessage) =>
  (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined

/** Gives the socket the longer time-out `work` until the answer begins, so that the refusal of a slow work is sent and logged. */
function allowSlowWork(
  request: IncomingMessage,
  response: ServerResponse,
  { silence, work }: ConnectionTimeouts,
): void {
  const { socket } = request
  const begin = () => {
    if (!response.headersSent) socket.setTimeout(work)
  }
  if (hasBody(request)) request.once('end', begin)
  else begin()
  const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => ServerResponse
  response.writeHead = (...head: unknown[]) => {
    socket.setTimeout(silence)
    return writeHead(...head)
  }
}

/** Ends a request whose body is incomplete after `ms`, as Node ends a slow request. */
function limitBodyTime(server: Server, request: IncomingMessage, response: ServerResponse, ms: number): void {
  if (!hasBody(request)) return
  const timer = setTimeout(() => {
    if (request.complete) return
    const late = Object.assign(new Error('the body does not come'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    if (response.headersSent) request.socket.destroy()
    else server.emit('clientError', late, request.socket)
  }, ms)
  hurries.set(request, timer)
  request.once('close', () => clearTimeout(timer))
}

/** Answers an unroutable address, 400 or 404. Fastify's own answer would repeat it, in English and without protective headers. */
export function answerUnreadable(error: Error, _request: FastifyRequest, reply: FastifyReply): void {
  const refused = toAppError(error) ?? refuse(communesErreurs.introuvable)
  void reply.status(refused.status()).headers(PROTECTION).send(refused.body())
}
