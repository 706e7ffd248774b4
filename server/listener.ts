import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '#server/errors.ts'
import { PROTECTION } from '#server/protection.ts'

/** What a connection may keep us waiting for, in milliseconds. */
export interface Patience {
  /** A request whole, with the plan it brings: 10 Mo in ten minutes is a line of 140 kbit/s. */
  request: number
  headers: number
  /** The body of whoever has not shown that he may send a plan. */
  body: number
  /** Nothing said and nothing read. */
  silence: number
  /** How often the first two are looked at. */
  look: number
}

export const PATIENCE: Patience = {
  request: 600_000,
  headers: 15_000,
  body: 30_000,
  silence: 60_000,
  look: 5_000,
}

/** Requests that may have been sent ahead on one connection. No browser sends any. */
const AHEAD = 16

interface Connection {
  gone: AbortController
  busy: boolean
  /** Sent too much ahead: nothing more of it is served. */
  full: boolean
  ahead: (() => void)[]
}

const connections = new WeakMap<Socket, Connection>()
const hurries = new WeakMap<IncomingMessage, NodeJS.Timeout>()

/** Aborts, with the reason `abandon`, when the connection of this request is no more. */
export function leaving({ socket }: IncomingMessage): AbortSignal {
  return (connections.get(socket)?.gone ?? new AbortController()).signal
}

/** Whoever sends this may take as long as a plan takes over a slow line. */
export const giveTime = (request: IncomingMessage): void => clearTimeout(hurries.get(request))

/**
 * A server whose connections are worked on one request at a time, in the order they were sent. Node tells the end of a
 * connection only to the answer that is being written: one that was worked on ahead of its turn would never hear of it.
 */
export function createListener(handler: RequestListener, patience: Patience): Server {
  const options = {
    requestTimeout: patience.request,
    headersTimeout: patience.headers,
    connectionsCheckingInterval: patience.look,
  }
  const server = createServer(options, (request, response) => {
    const connection = connections.get(request.socket)
    if (!connection || connection.full) return
    const serve = () => {
      connection.busy = true
      response.once('finish', () => next(connection))
      hurry(server, request, response, patience.body)
      handler(request, response)
    }
    if (!connection.busy) serve()
    else if (connection.ahead.length < AHEAD) connection.ahead.push(serve)
    else refuse(connection, response)
  })
  server.setTimeout(patience.silence)
  server.on('connection', (socket: Socket) => {
    const connection: Connection = { gone: new AbortController(), busy: false, full: false, ahead: [] }
    connections.set(socket, connection)
    socket.once('close', () => {
      connection.ahead = []
      connection.gone.abort(new AppError('abandon'))
    })
  })
  return server
}

function next(connection: Connection): void {
  connection.busy = false
  connection.ahead.shift()?.()
}

/** Closes the connection once the requests before are answered. */
function refuse(connection: Connection, response: ServerResponse): void {
  connection.full = true
  response
    .writeHead(503, { ...PROTECTION, 'content-type': JSON_TYPE, 'retry-after': '1', connection: 'close' })
    .end(JSON.stringify(new AppError('indisponible').body()))
}

const JSON_TYPE = 'application/json; charset=utf-8'

/** Ends a body that does not come, as Node ends a request that takes too long. */
function hurry(server: Server, request: IncomingMessage, response: ServerResponse, ms: number): void {
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
