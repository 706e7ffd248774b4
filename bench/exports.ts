import { readFileSync } from 'node:fs'
import { BASE } from '#shared/endpoint.ts'
import { processesOf, type Running } from '../bench/load.ts'

/** What one export cost. CPU in ms, memory in bytes, each of the server and of the process that makes documents. */
export interface ExportCost {
  /** The server's sentence when it refuses; the figures are then those of the refusal. */
  refused: string | null
  bytes: number
  duration: number
  server: Spent
  document: Spent
  /** Longest answer, in ms, of a call made again and again meanwhile. */
  longestCall: number
}

export interface Spent {
  cpu: number
  /** Most memory ever resident. */
  peak: number
}

const SAMPLE_MS = 20

/** Asks a freshly started server for one export, and watches it and its answers to others until the last byte. */
export async function weighExport(
  { url, pid }: { url: string; pid: number },
  path: string,
  headers: Record<string, string>,
): Promise<ExportCost> {
  const other = () => fetch(`${url}${BASE}/api/user`, { headers }).then((answer) => answer.arrayBuffer())
  for (let call = 0; call < 50; call++) await other()
  const spent = watch(pid)
  let over = false
  const asked = answersUntil(other, () => over)
  const start = performance.now()
  const answer = await fetch(`${url}${BASE}${path}`, { headers })
  const body = Buffer.from(await answer.arrayBuffer())
  const duration = performance.now() - start
  over = true
  const [server, document] = spent()
  const refused = answer.ok ? null : (JSON.parse(body.toString()) as { message: string }).message
  return { refused, bytes: body.length, duration, server, document, longestCall: await asked }
}

async function answersUntil(call: () => Promise<unknown>, over: () => boolean): Promise<number> {
  let longest = 0
  while (!over()) {
    const start = performance.now()
    await call()
    longest = Math.max(longest, performance.now() - start)
  }
  return longest
}

/** Samples the processes, because the one that makes documents may be replaced as soon as it has answered. */
function watch(pid: number): () => [server: Spent, document: Spent] {
  const before = cpuOfServer(pid)
  const server = { cpu: 0, peak: 0 }
  const documents = new Map<number, Spent>()
  const sample = () => {
    for (const process of processesOf(pid)) {
      if (process.pid === pid) Object.assign(server, { cpu: process.cpu - before, peak: peakOf(process) })
      else if (isDocuments(process)) documents.set(process.pid, { cpu: process.cpu, peak: peakOf(process) })
    }
  }
  const timer = setInterval(sample, SAMPLE_MS)
  return () => {
    clearInterval(timer)
    sample()
    const spent = [...documents.values()]
    const cpu = spent.reduce((sum, one) => sum + one.cpu, 0)
    return [server, { cpu, peak: Math.max(0, ...spent.map((one) => one.peak)) }]
  }
}

const cpuOfServer = (pid: number) => processesOf(pid).find((process) => process.pid === pid)?.cpu ?? 0
const isDocuments = ({ pid }: Running) => read(pid, 'cmdline').includes('documents-child')
const peakOf = ({ pid }: Running) => Number(/^VmHWM:\s+(\d+) kB/m.exec(read(pid, 'status'))?.[1] ?? 0) * 1024

function read(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return '' // it ended meanwhile
  }
}
