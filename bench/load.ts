import { readdirSync, readFileSync } from 'node:fs'

/** What a call cost, over many: times in ms, CPU in ms per call. */
export interface Cost {
  p50: number
  p99: number
  perSecond: number
  appCpu: number
  databaseCpu: number
}

const TICK_MS = 10

/** CPU time in ms spent so far by a process and its descendants, the database's processes apart from the others. */
export function cpuOf(root: number): { app: number; database: number } {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name)).flatMap((name) => {
    const text = readStat(name)
    if (!text) return []
    const [, pid = '', name_ = '', rest = ''] = /^(\d+) \((.*)\) (.*)$/s.exec(text) ?? []
    const fields = rest.split(' ')
    return [{ pid: Number(pid), name: name_, parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }]
  })
  const total = { app: 0, database: 0 }
  const visit = (pid: number) => {
    for (const process of processes) {
      if (process.pid === pid) total[process.name.startsWith('postgres') ? 'database' : 'app'] += process.ticks * TICK_MS
      if (process.parent === pid) visit(process.pid)
    }
  }
  visit(root)
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
export async function weigh(call: (index: number) => Promise<Response>, pid: number, { total = 400, connections = 8, warmUp = 80 } = {}): Promise<Cost> {
  await run(call, warmUp, connections)
  const before = cpuOf(pid)
  const start = performance.now()
  const times = await run(call, total, connections)
  const seconds = (performance.now() - start) / 1000
  const after = cpuOf(pid)
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(Math.floor(times.length * share), times.length - 1)] ?? 0
  return {
    p50: at(0.5),
    p99: at(0.99),
    perSecond: total / seconds,
    appCpu: (after.app - before.app) / total,
    databaseCpu: (after.database - before.database) / total,
  }
}

async function run(call: (index: number) => Promise<Response>, total: number, connections: number): Promise<number[]> {
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
