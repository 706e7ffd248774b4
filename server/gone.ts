import type { FastifyRequest } from 'fastify'
import { AppError } from '#server/errors.ts'

const signals = new WeakMap<object, AbortSignal>()

/**
 * Aborts with `abandon` once the connection of a request is closed: whoever asked is gone. One for all requests of a
 * connection, told by the socket: Node closes a request as soon as its body is read, and never an answer that waits its turn.
 */
export function goneSignal({ raw: { socket } }: FastifyRequest): AbortSignal {
  const known = signals.get(socket)
  if (known) return known
  const gone = new AbortController()
  const leave = () => gone.abort(new AppError('abandon'))
  if (socket.destroyed) leave()
  else socket.once('close', leave)
  signals.set(socket, gone.signal)
  return gone.signal
}
