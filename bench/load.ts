import { readdirSync, readFileSync } from 'node:fs'
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
