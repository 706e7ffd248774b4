import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** As much of the end of the log as is read. */
const TAIL = 64 * 1024

/** What PostgreSQL puts before each line: when, which process, how grave. */
const LINE = /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}) UTC \[\d+\] (\w+): {2}(.*)$/

/** Says nothing of why: the real lines go to the log. */
const REDIRECTED = /redirecting log output|Future log output/

/**
 * Everything that a server that has ended said since it was started: what it printed, then what stands in its log.
 * @param printed the end of its standard error
 * @param since when it was started, in ms since 1970
 */
export async function readLogLines(printed: string, cluster: string, since: number): Promise<string[]> {
  const before = printed.split('\n').filter((line) => line.trim() !== '' && !REDIRECTED.test(line))
  return [...before, ...(await logged(join(cluster, 'log'), since))]
}

/** The one that tells why it ended, without what PostgreSQL puts before it. */
export function findReason(lines: string[]): string {
  const told = (grave: string) =>
    lines.findLast((line) => grave.split(' ').includes(LINE.exec(line)?.[2] ?? ''))
  const line = told('FATAL PANIC') ?? told('ERROR') ?? lines.at(-1) ?? ''
  return (LINE.exec(line)?.[3] ?? line).trim() || 'sans rien dire'
}

async function logged(folder: string, since: number): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  const files = await Promise.all(
    names.map(async (name) => ({
      name,
      changed: (await stat(join(folder, name)).catch(() => null))?.mtimeMs ?? 0,
    })),
  )
  const [latest] = files.filter(({ changed }) => changed >= since).toSorted((a, b) => b.changed - a.changed)
  if (!latest) return []
  const lines = (await endOf(join(folder, latest.name))).split('\n')
  return lines.filter((line) => Date.parse(`${LINE.exec(line)?.[1] ?? ''}Z`) >= since)
}

async function endOf(path: string): Promise<string> {
  const file = await open(path, 'r').catch(() => null)
  if (!file) return ''
  try {
    const { size } = await file.stat()
    const { buffer, bytesRead } = await file.read(Buffer.alloc(TAIL), 0, TAIL, Math.max(0, size - TAIL))
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}
