import { once } from 'node:events'
import type { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import { AppError } from '#server/http/errors.ts'

/**
 * Waits until the first bytes of a kept file are there, so that a file that cannot be read is refused before anything is
 * said of it. Once `signal` aborts the stream is given up, whether somebody reads it already or not.
 * @throws introuvable (404) when the store has lost the file
 */
export async function waitUntilReadable(
  stream: Readable,
  signal: AbortSignal,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<void> {
  const giveUp = () => stream.destroy()
  signal.addEventListener('abort', giveUp, { once: true })
  stream.once('close', () => signal.removeEventListener('abort', giveUp))
  try {
    await once(stream, 'readable', { signal })
  } catch (error) {
    stream.destroy()
    signal.throwIfAborted()
    if (!isAbsent(error)) throw error
    log.warn({ err: error }, 'a kept file is lost')
    throw new AppError('introuvable')
  }
}

const isAbsent = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'
