import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { BASE } from '#shared/endpoint.ts'
import { CALLS } from '../bench/calls.ts'
import { leave } from '../bench/leavers.ts'
import { processesOf } from '../bench/load.ts'
import { quantile } from '../bench/print.ts'

/** What the server held at one moment. */
interface Sample {
  rss: number
  files: number
  /** Connections to the database. */
  connections: number
}

interface Soak {
  calls: number
  /** Callers who left before their answer, besides. */
  left: number
  /** Calls that did not answer 2xx, by status; 0 for a connection that broke. */
  failed: Map<number, number>
  /** Times in ms, the exports apart. */
  times: number[]
  exports: { path: string; status: number; duration: number }[]
  /** Of the second quarter and of the last: medians of memory (bytes), most files and connections. */
  second: Sample
  last: Sample
  /** Before the first call, and some seconds after the last. */
  before: Sample
  after: Sample
}

const PER_SECOND = 20
/** One caller in so many does not wait for the answer. */
const LEAVES = 10
/** What was under way when the last caller was served has ended by then. */
const SETTLED = 30_000
const EXPORTS = [
  { at: 0.4, path: '/api/recap-paiements/export' },
  { at: 0.85, path: '/api/recap-paiements/export' },
]

interface Buyer {
  client_id: number
  appartement_id: number
}

/**
 * Twenty calls a second, evenly: four in five read, one records a payment, and now and then a receipt is printed; two exports
 * of the whole recap meanwhile, one in each of the quarters that are compared. One caller in ten leaves before the answer.
 */
export async function soak(
  { url, pid }: { url: string; pid: number },
  headers: Record<string, string>,
  seconds: number,
): Promise<Soak> {
  const buyers = await readBuyers(url, headers)
  const found = {
    calls: 0,
    left: 0,
    failed: new Map<number, number>(),
    times: [] as number[],
    exports: [] as Soak['exports'],
  }
  const samples: Sample[] = []
  const before = sample(pid)
  const ask = async (path: string, init: RequestInit = {}) => {
    const start = performance.now()
    const status = await fetch(url + path, { ...init, headers: { ...headers, ...init.headers } }).then(
      async (answer) => {
        await answer.arrayBuffer()
        return answer.status
      },
      () => 0,
    )
    return { status, duration: performance.now() - start }
  }
  const call = async (index: number) => {
    if (index % LEAVES === 3) {
      found.left++
      return leave(url, headers, index)
    }
    const { status, duration } = await (index % 5 === 0 ? pay(index) : ask(pathOf(index)))
    found.calls++
    found.times.push(duration)
    if (status < 200 || status > 299) found.failed.set(status, (found.failed.get(status) ?? 0) + 1)
  }
  const pay = (index: number) =>
    ask(`${BASE}/api/paiements`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': `banc-${pid}-${index}` },
      body: JSON.stringify({ ...buyers[index % buyers.length], date_paiement: '2026-01-15', versement: 1 }),
    })
  const running: Promise<unknown>[] = []
  const start = performance.now()
  let asked = 0
  let exported = 0
  for (let tick = 0; tick < seconds * PER_SECOND; tick++) {
    await setTimeout(Math.max(start + (tick * 1000) / PER_SECOND - performance.now(), 0))
    running.push(call(asked++))
    if (tick % PER_SECOND === 0) samples.push(sample(pid))
    const next = EXPORTS[exported]
    if (!next || tick < next.at * seconds * PER_SECOND) continue
    exported++
    running.push(ask(BASE + next.path).then((answer) => found.exports.push({ path: next.path, ...answer })))
  }
  await Promise.all(running)
  await setTimeout(SETTLED)
  const after = sample(pid)
  const quarter = (rank: number) =>
    most(
      samples.slice(Math.floor((samples.length * (rank - 1)) / 4), Math.floor((samples.length * rank) / 4)),
    )
  return { ...found, second: quarter(2), last: quarter(4), before, after }
}

/** Every hundredth call prints a receipt; the others read what the screens read most. */
const pathOf = (index: number) =>
  index % 100 === 1
    ? `${BASE}/api/paiement/print-single/${1 + (index % 1000)}`
    : (CALLS[index % CALLS.length]?.path ?? '')

/** Owners who still owe, and of what: those who pay during the soak. */
async function readBuyers(url: string, headers: Record<string, string>): Promise<Buyer[]> {
  const answer = await fetch(`${url}${BASE}/api/appartements?per_page=1000&page=1`, { headers })
  const { data } = (await answer.json()) as {
    data: { id: number; client_id: number | null; resteAPayer: number }[]
  }
  return data.flatMap(({ id, client_id, resteAPayer }) =>
    client_id !== null && resteAPayer > 1000 ? [{ client_id, appartement_id: id }] : [],
  )
}

const most = (samples: Sample[]): Sample => ({
  rss: quantile(
    samples.map(({ rss }) => rss),
    0.5,
  ),
  files: Math.max(...samples.map(({ files }) => files)),
  connections: Math.max(...samples.map(({ connections }) => connections)),
})

function sample(pid: number): Sample {
  const rss = Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  const connections = processesOf(pid).filter(({ pid: backend }) => isConnection(backend)).length
  return { rss, files: readdirSync(`/proc/${pid}/fd`).length, connections }
}

/** PostgreSQL writes in a backend's command line whom it serves. */
function isConnection(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('postgres: diyar diyar')
  } catch {
    return false // it ended meanwhile
  }
}
