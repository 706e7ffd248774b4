import { Agent, get } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { CALLS } from '../bench/calls.ts'
import { quantile } from '../bench/print.ts'

/** What became of the calls when ten times as many came at once as the server takes in. */
interface Overload {
  /** Answers by status, or by the code of the error that cut the connection. */
  outcomes: Map<string, number>
  /** Times of served and of refused calls, in ms. */
  served: number[]
  refused: number[]
  /** 99th percentile before, in ms, and how many ms after the last answer it took to be back within twice that. */
  calm: number
  recovery: number
}

/** Calls under way beyond which the server refuses (server/http/overload.ts), and ten times as many who ask. */
const TAKEN_IN = 128
const ASKING = 10 * TAKEN_IN
const BATCH = { calls: 100, lanes: 8 }

/** Each of those who ask does so again as soon as he is answered, or after the pause a refusal tells him, for so many seconds. */
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
    // They come within a second, as people do, not within a millisecond.
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
  /** Milliseconds the server asks to be left alone for. */
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

/** Leaner than fetch, so that the one who asks does not take the processor of the one who answers. */
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
