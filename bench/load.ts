import { readdirSync, readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { quantile } from '../bench/print.ts'

/** Cost of a call over many: times in ms, CPU in ms per call. */
export interface Cost {
  p50: number
  p99: number
  perSecond: number
  appCpu: number
  databaseCpu: number
}

const TICK_MS = 10

export interface Running {
  pid: number
  name: string
  cpu: number
  /** CPU time of its ended children, in ms. */
  reaped: number
}

export function processesOf(root: number): Running[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((number) => {
      const [, pid = '', name = '', rest = ''] = /^(\d+) \((.*)\) (.*)$/s.exec(readStat(number) ?? '') ?? []
      const fields = rest.split(' ')
      const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15).map(Number)
      const spent = { cpu: (user + system) * TICK_MS, reaped: (childUser + childSystem) * TICK_MS }
      return pid ? [{ pid: Number(pid), name, parent: Number(fields[1]), ...spent }] : []
    })
  const below = (pid: number): Running[] =>
    all.filter(({ parent }) => parent === pid).flatMap((child) => [child, ...below(child.pid)])
  return [...all.filter(({ pid }) => pid === root), ...below(root)]
}

/** CPU time in ms of a process and its descendants, ended ones included; PostgreSQL's processes count as `database`. */
function cpuOf(root: number): { app: number; database: number } {
  const total = { app: 0, database: 0 }
  for (const { name, cpu, reaped } of processesOf(root))
    total[name.startsWith('postgres') ? 'database' : 'app'] += cpu + reaped
  return total
}

function readStat(pid: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return null // the process has ended
  }
}

/** Weighs `total` calls made over `connections` connections, after a warm-up. */
export async function weigh(
  call: (index: number) => Promise<Response>,
  pid: number,
  { total = 400, connections = 8, warmUp = 200 } = {},
): Promise<Cost> {
  await run(call, warmUp, connections)
  const before = cpuOf(pid)
  const start = performance.now()
  const times = await run(call, total, connections)
  const seconds = (performance.now() - start) / 1000
  const after = cpuOf(pid)
  return {
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    perSecond: total / seconds,
    appCpu: (after.app - before.app) / total,
    databaseCpu: (after.database - before.database) / total,
  }
}

async function run(
  call: (index: number) => Promise<Response>,
  total: number,
  connections: number,
): Promise<number[]> {
  const times: number[] = []
  let next = 0
  const lane = async () => {
    while (next < total) {
      const index = next++
      const start = performance.now()
      const answer = await call(index)
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`)
      times.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: connections }, lane))
  return times
}

/** One call to make through `node:http`, which takes less of the processor than fetch. */
export type Caller = () => { url: string; headers: Record<string, string> }

/** Weighs several servers by turns, so that other work of the machine falls on each alike. `database` runs the PostgreSQL. */
export async function weighInTurns(
  database: number,
  servers: readonly { pid: number; call: Caller }[],
  {
    warmUp,
    turns,
    each,
    connections = 8,
  }: { warmUp: number; turns: number; each: number; connections?: number },
): Promise<Cost[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const ask = (call: Caller) => () => request(agent, call())
  const found = servers.map(() => ({ times: [] as number[], seconds: 0, appCpu: 0, databaseCpu: 0 }))
  for (const { call } of servers) await lanes(ask(call), warmUp, connections)
  for (let turn = 0; turn < turns; turn++)
    for (const [at, { pid, call }] of servers.entries()) {
      const one = found[at]
      const before = { app: cpuOf(pid).app, database: cpuOf(database).database, time: performance.now() }
      one?.times.push(...(await lanes(ask(call), each, connections)))
      if (!one) continue
      one.seconds += (performance.now() - before.time) / 1000
      one.appCpu += cpuOf(pid).app - before.app
      one.databaseCpu += cpuOf(database).database - before.database
    }
  agent.destroy()
  const total = turns * each
  return found.map(({ times, seconds, appCpu, databaseCpu }) => ({
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    perSecond: total / seconds,
    appCpu: appCpu / total,
    databaseCpu: databaseCpu / total,
  }))
}

async function lanes(ask: () => Promise<number>, total: number, connections: number): Promise<number[]> {
  const times: number[] = []
  let next = 0
  const lane = async () => {
    while (next++ < total) times.push(await ask())
  }
  await Promise.all(Array.from({ length: connections }, lane))
  return times
}

function request(agent: Agent, { url, headers }: ReturnType<Caller>): Promise<number> {
  const start = performance.now()
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (answer) => {
      answer.resume()
      answer.on('error', reject)
      answer.on('end', () =>
        answer.statusCode === 200
          ? resolve(performance.now() - start)
          : reject(new Error(`${url}: ${answer.statusCode}`)),
      )
    }).on('error', reject)
  })
}
