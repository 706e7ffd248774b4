import { Agent, get } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { CALLS } from '../bench/calls.ts'
import { quantile } from '../bench/print.ts'

interface Overload {
  /** Answers by status, or by the error code of a cut connection. */
  outcomes: Map<string, number>
  served: number[]
  refused: number[]
  /** 99th percentile before the overload, and time after it until the percentile is back within twice that, in ms. */
  calm: number
  recovery: number
}

/** Calls under way beyond which the server refuses (server/http/overload.ts), and callers, ten times as many. */
const TAKEN_IN = 128
const ASKING = 10 * TAKEN_IN
const BATCH = { calls: 100, lanes: 8 }

/** Overloads the server for `seconds`: a caller asks again as soon as it is answered, or after the pause that a refusal asks for. */
export async function overload(
  url: string,
  headers: Record<string, string>,
  seconds: number,
): Promise<Overload> {
  const agent = new Agent({ keepAlive: true })
  const ask = (index: number) => timed(agent, url + (CALLS[index % CALLS.length]?.path ?? ''), headers)
  await batchP99(ask)
  const calm = Math.max(await batchP99(ask), await batchP99(ask))
  const found: Overload = { outcomes: new Map(), served: [], refused: [], calm, recovery: 0 }

  const end = performance.now() + seconds * 1000
  const lane = async (first: number) => {
    // The callers arrive over one second, as people do.
    await setTimeout((first * 1000) / ASKING)
    for (let index = first; performance.now() < end; index++) {
      const { outcome, pause, time } = await ask(index)
      found.outcomes.set(outcome, (found.outcomes.get(outcome) ?? 0) + 1)
      if (outcome === '200') found.served.push(time)
      else found.refused.push(time)
      await setTimeout(pause)
    }
  }
  await Promise.all(Array.from({ length: ASKING }, (_, first) => lane(first)))

  const over = performance.now()
  while ((await batchP99(ask)) > 2 * calm);
  found.recovery = performance.now() - over
  agent.destroy()
  return found
}

interface Timed {
  outcome: string
  time: number
  pause: number
}

async function batchP99(ask: (index: number) => Promise<Timed>): Promise<number> {
  const times: number[] = []
  let next = 0
  const lane = async () => {
    while (next < BATCH.calls) times.push((await ask(next++)).time)
  }
  await Promise.all(Array.from({ length: BATCH.lanes }, lane))
  return quantile(times, 0.99)
}

/** Uses `node:http`, which takes less of the processor than fetch. */
function timed(agent: Agent, url: string, headers: Record<string, string>): Promise<Timed> {
  const start = performance.now()
  return new Promise((resolve) => {
    const end = (outcome: string, pause = 0) => resolve({ outcome, pause, time: performance.now() - start })
    const cut = (error: NodeJS.ErrnoException) => end(error.code ?? 'coupé')
    get(url, { agent, headers }, (answer) => {
      answer.resume()
      answer.on('end', () =>
        end(String(answer.statusCode), Number(answer.headers['retry-after'] ?? 0) * 1000),
      )
      answer.on('error', cut)
    }).on('error', cut)
  })
}
