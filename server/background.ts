import type { FastifyInstance } from 'fastify'

/** A work that goes on after the call that began it was answered. It ends soon after the signal aborts. */
type Work = (signal: AbortSignal) => Promise<unknown>

/**
 * Where works go on in the background of a server: closing it has them stop, and waits until they have. A work tells of its own
 * failure.
 */
export function backgroundOf(app: FastifyInstance): (work: Work) => void {
  const stopping = new AbortController()
  const underWay = new Set<Promise<unknown>>()
  app.addHook('preClose', async () => stopping.abort())
  app.addHook('onClose', async () => {
    await Promise.all(underWay)
  })
  const run = async (work: Work) => {
    try {
      await work(stopping.signal)
    } catch (error) {
      if (!stopping.signal.aborted) app.log.error({ err: error }, 'work in the background failed')
    }
  }
  return (work) => {
    const done = run(work).finally(() => underWay.delete(done))
    underWay.add(done)
  }
}
