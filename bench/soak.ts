import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { BASE } from '#shared/endpoint.ts'
import { CALLS } from '../bench/calls.ts'
import { processesOf } from '../bench/load.ts'
import { quantile } from '../bench/print.ts'

interface Sample {
  rss: number
  files: number
  connections: number
  kept: string[]
}

interface Soak {
  calls: number
  /** Callers who left before the answer; `calls` does not count them. */
  left: number
  /** Calls not answered 2xx, by status; 0 is a broken connection. */
  failed: Map<number, number>
  /** Times in ms, exports excluded. */
  times: number[]
  exports: { path: string; status: number; duration: number }[]
  /** Second and last quarter: median memory, most open files and connections. */
  second: Sample
  last: Sample
  /** Samples before the first call, and 30 s after the last. */
  before: Sample
  after: Sample
}

const PER_SECOND = 20
/** One caller in ten leaves before the answer. */
const LEAVES = 10
/** Time in ms after which all work of the last calls has ended. */
const SETTLED = 30_000
const EXPORTS = [
  { at: 0.4, path: '/api/recap-paiements/export' },
  { at: 0.85, path: '/api/recap-paiements/export' },
]

interface Buyer {
  client_id: number
  appartement_id: number
}

/** Makes twenty calls a second: reads, payments, receipts, leavers. Each compared quarter holds one export of the whole recap. */
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

const listOf = (index: number) => CALLS[index % CALLS.length]?.path ?? ''
const pathOf = (index: number) =>
  index % 100 === 1 ? `${BASE}/api/paiement/print-single/${1 + (index % 1000)}` : listOf(index)

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
  kept: [],
})

function sample(pid: number): Sample {
  const rss = Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  const kept = processesOf(pid).flatMap(({ pid: backend }) => connectionOf(backend))
  return { rss, files: readdirSync(`/proc/${pid}/fd`).length, connections: kept.length, kept }
}

/** The command line of a PostgreSQL backend of the product, which names its database and account; empty for another process. */
function connectionOf(pid: number): string[] {
  try {
    const title = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    return title.startsWith('postgres: diyar diyar') ? [title] : []
  } catch {
    return [] // the process has ended
  }
}

type Headers = Record<string, string>

/** Ways to leave before the answer: each writes its request and returns the ms that the caller stays. */
const WAYS: ((write: (method: string, path: string, body?: Half) => void, index: number) => number)[] = [
  (write, index) => (write('GET', listOf(index)), index % 20),
  // Twenty requests on one connection, none of them read.
  (write, index) => {
    for (let n = 0; n < 20; n++) write('GET', listOf(index + n))
    return index % 20
  },
  // A form whose connection breaks midway; nothing of it may be recorded.
  (write) => (
    write('POST', `${BASE}/api/paiements`, { type: 'application/json', length: 200, sent: '{"ver' }),
    20
  ),
  (write) => {
    const sent = `--b\r\ncontent-disposition: form-data; name="planPdf"; filename="a.pdf"\r\n\r\n%PDF-1.4 ${'x'.repeat(20_000)}`
    write('POST', `${BASE}/api/residences`, {
      type: 'multipart/form-data; boundary=b',
      length: 9_000_000,
      sent,
    })
    return 20
  },
  // A workbook and a paper given up while they are made.
  (write) => (write('GET', `${BASE}/api/recap-paiements/export`), 50),
  (write, index) => (write('GET', `${BASE}/api/paiement/print-single/${1 + (index % 1000)}`), 15),
]

interface Half {
  type: string
  length: number
  sent: string
}

/** Makes one call or several and leaves before the answer, in each way by turns, ending by a reset or by a plain close. */
async function leave(url: string, headers: Headers, index: number): Promise<void> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  await once(socket, 'connect')
  const turn = Math.floor(index / 10)
  const stay = WAYS[turn % WAYS.length]?.((...parts) => request(socket, headers, ...parts), turn)
  await setTimeout(stay)
  if (Math.floor(turn / WAYS.length) % 2 === 0) socket.resetAndDestroy()
  else socket.destroy()
}

function request(socket: Socket, headers: Headers, method: string, path: string, body?: Half): void {
  const lines = {
    host: 'localhost',
    ...headers,
    ...(body && { 'content-type': body.type, 'content-length': String(body.length) }),
  }
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n${body?.sent ?? ''}`)
}
