import {
  createServer,
  STATUS_CODES,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '#server/http/errors.ts'
import { PROTECTION } from '#server/http/protection.ts'

/** What a connection may keep us waiting for, in milliseconds. */
export interface ConnectionTimeouts {
  /** A request whole, with the plan it brings: 10 Mo in ten minutes is a line of 140 kbit/s. */
  request: number
  headers: number
  /** The body of whoever has not shown that he may send a plan. */
  body: number
  /** Nothing said and nothing read. */
  silence: number
  /** Nothing asked since the last answer. Longer than a proxy keeps a connection (Caddy two minutes): it must not ask on one we are closing. */
  idle: number
  /** How often the first two are looked at. */
  look: number
}

export const CONNECTION_TIMEOUTS: ConnectionTimeouts = {
  request: 600_000,
  headers: 15_000,
  body: 30_000,
  silence: 60_000,
  idle: 125_000,
  look: 5_000,
}

/** Requests that may have been sent ahead on one connection. No browser sends any. */
const AHEAD = 16
/** Beyond those, as many as come with them are passed over; whoever goes on fills our memory. */
const PASSED_OVER = 1_000

interface Connection {
  gone: AbortController
  /** What is being worked on. */
  current: IncomingMessage | null
  ahead: (() => void)[]
  /** How many came that there is no room for: nothing more of it is served. */
  beyond: number
}

const connections = new WeakMap<Socket, Connection>()
const hurries = new WeakMap<IncomingMessage, NodeJS.Timeout>()

/** Aborts, with the reason `abandon`, when the connection of this request is no more. */
export function connectionSignal({ socket }: IncomingMessage): AbortSignal {
  return (connections.get(socket)?.gone ?? new AbortController()).signal
}

/** Lifts the time limit of a request's body: a plan may take minutes over a slow line. */
export const allowSlowBody = (request: IncomingMessage): void => clearTimeout(hurries.get(request))

/**
 * A server whose connections are worked on one request at a time, in the order they were sent. Node tells the end of a
 * connection only to the answer that is being written: one that was worked on ahead of its turn would never hear of it.
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
        // Idle, it would keep a server from stopping until it is given up.
        if (!connection.current && !server.listening) request.socket.destroySoon()
      })
      limitBodyTime(server, request, response, timeouts.body)
      handler(request, response)
    }
    if (connection.beyond > 0) passOver(connection, request.socket)
    else if (!connection.current) serve()
    else if (connection.ahead.length < AHEAD) connection.ahead.push(serve)
    else refuse(connection, response)
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
      connection.gone.abort(new AppError('abandon'))
    })
  })
  const closeIdle = server.closeIdleConnections.bind(server)
  server.closeIdleConnections = () => {
    closeIdle()
    // One on which nothing was ever asked, as browsers open ahead, is not idle to Node: a stop would wait for it.
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
  }
  return server
}

function next(connection: Connection): void {
  connection.current = null
  connection.ahead.shift()?.()
}

/** Answers 503 in the request's turn, and closes the connection after it. */
function refuse(connection: Connection, response: ServerResponse): void {
  connection.beyond = 1
  response
    .writeHead(503, { ...PROTECTION, 'content-type': JSON_TYPE, 'retry-after': '1', connection: 'close' })
    .end(JSON.stringify(new AppError('indisponible').body()))
}

function passOver(connection: Connection, socket: Socket): void {
  connection.beyond++
  if (connection.beyond > PASSED_OVER) socket.destroy()
}

/**
 * Answers what is no request, or one that does not come, and closes its connection; what was sent before it has its answer first.
 * Node's own answer would be in English, and in the middle of another.
 */
export function answerMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const connection = connections.get(socket)
  const say = () => {
    sayAndClose(socket, new AppError(MALFORMED[error.code ?? ''] ?? 'illisible'))
  }
  if (connection?.current?.complete) connection.ahead.push(say)
  else say()
}

const MALFORMED: Record<string, 'tropLent' | 'enTetesTropLongs'> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'tropLent',
  HPE_HEADER_OVERFLOW: 'enTetesTropLongs',
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

/** Ends a request whose body has not come whole within `ms`, as Node ends one that takes too long. */
function limitBodyTime(server: Server, request: IncomingMessage, response: ServerResponse, ms: number): void {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers
  if (length === '0' && !coding) return
  const timer = setTimeout(() => {
    if (request.complete) return
    const late = Object.assign(new Error('the body does not come'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    if (response.headersSent) request.socket.destroy()
    else server.emit('clientError', late, request.socket)
  }, ms)
  hurries.set(request, timer)
  request.once('close', () => clearTimeout(timer))
}
