import { readdirSync, readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { quantile } from '../bench/print.ts'

/** What a call cost, over many: times in ms, CPU in ms per call. */
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
  /** CPU time so far, in ms. */
  cpu: number
  /** That of its children that have ended. */
  reaped: number
}

/** A process and its descendants. */
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

/**
 * CPU time in ms spent so far by a process and its descendants, those that have ended too, the database's processes apart
 * from the others.
 */
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
    return null // it ended meanwhile
  }
}

/** Makes `total` calls over `connections` at a time after a warm-up, and weighs them. */
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

/** One call to make: leaner than fetch, so that who asks does not take the processor of who answers. */
export type Caller = () => { url: string; headers: Record<string, string> }

/**
 * Weighs several servers by turns, so that what else the machine does falls on each alike. The database's processes are those of
 * `database`; each server's CPU is that of its own `pid`.
 */
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
