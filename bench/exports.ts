import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { BASE } from '#shared/endpoint.ts'
import { processesOf, type Running } from '../bench/load.ts'

/** Cost of one export: CPU and `duration` in ms, memory in bytes, for the server and for the process that makes documents. */
interface ExportCost {
  /** Sentence of the server's refusal; the figures are then those of the refusal. */
  refused: string | null
  bytes: number
  duration: number
  server: Spent
  /** Peak resident memory of the server before the export. */
  before: number
  document: Spent
  /** Longest answer, in ms, of the call repeated during the export. */
  longestCall: number
}

interface Spent {
  cpu: number
  peak: number
}

const SAMPLE_MS = 20
/** Pause between two repeated calls; without it they would be most of the server's work. */
const PAUSE_MS = 20
const CALIBRATION = 200

/** Asks a fresh server for one export and repeats another call until the last byte. The CPU of the repeated calls is subtracted. */
export async function weighExport(
  { url, pid }: { url: string; pid: number },
  path: string,
  headers: Record<string, string>,
): Promise<ExportCost> {
  const other = () => fetch(`${url}${BASE}/api/user`, { headers }).then((answer) => answer.arrayBuffer())
  for (let call = 0; call < CALIBRATION; call++) await other()
  const calibrated = cpuOfServer(pid)
  for (let call = 0; call < CALIBRATION; call++) await other()
  const costOfOther = (cpuOfServer(pid) - calibrated) / CALIBRATION
  const before = peakOf({ pid })
  const spent = watch(pid)
  const over = new AbortController()
  const asked = answersUntil(other, over.signal)
  const start = performance.now()
  const answer = await fetch(`${url}${BASE}${path}`, { headers })
  const body = Buffer.from(await answer.arrayBuffer())
  const duration = performance.now() - start
  over.abort()
  const { calls, longest } = await asked
  const [all, document] = spent()
  const server = { ...all, cpu: Math.max(all.cpu - calls * costOfOther, 0) }
  const refused = answer.ok ? null : (JSON.parse(body.toString()) as { message: string }).message
  return { refused, bytes: body.length, duration, server, before, document, longestCall: longest }
}

async function answersUntil(
  call: () => Promise<unknown>,
  over: AbortSignal,
): Promise<{ calls: number; longest: number }> {
  let longest = 0
  let calls = 0
  while (!over.aborted) {
    const start = performance.now()
    await call()
    calls++
    longest = Math.max(longest, performance.now() - start)
    await setTimeout(PAUSE_MS, undefined, { signal: over }).catch(() => {})
  }
  return { calls, longest }
}

/** Samples the processes every 20 ms, because a process that makes documents may be replaced as soon as it has answered. */
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
const peakOf = ({ pid }: Pick<Running, 'pid'>) =>
  Number(/^VmHWM:\s+(\d+) kB/m.exec(read(pid, 'status'))?.[1] ?? 0) * 1024

function read(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return '' // the process has ended
  }
}
