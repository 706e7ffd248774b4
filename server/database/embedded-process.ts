import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { programPath, type Binaries, commandFor, type Runner } from '#server/database/embedded-binaries.ts'
import { readPostmaster } from '#server/database/embedded-cluster.ts'
import type { Verrou } from '#server/database/verrou.ts'

/** Settings of an office machine that must not lose a payment. Files replace POSIX memory, which a sign-out may remove (RemoveIPC). */
const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  shared_memory_type: 'mmap',
  dynamic_shared_memory_type: 'mmap',
  shared_buffers: '128MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  max_wal_size: '512MB',
  max_connections: '60',
  io_method: 'sync',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  // One week of logs, terse because a detail line would hold values of rows.
  logging_collector: 'on',
  log_directory: 'log',
  log_filename: 'postgresql-%a.log',
  log_truncate_on_rotation: 'on',
  log_rotation_age: '1d',
  log_rotation_size: '0',
  log_error_verbosity: 'terse',
  log_file_mode: '0600',
}

/**
 * Runs PostgreSQL while its standard input is open, and first prints its process number. An input line stops the server; the end of the
 * input means that Diyar was killed, and gives the server one second.
 */
const WATCHDOG = `
exec 3<&0
"$@" 3<&- </dev/null &
server=$!
echo $server
{ if read -r _; then kill -INT $server; else kill -INT $server; sleep 1; kill -QUIT $server; fi; } <&3 >/dev/null 2>&1 &
watcher=$!
exec 3<&-
wait $server
code=$?
kill $watcher 2>/dev/null
exit $code
`

/** Milliseconds between two looks at postmaster.pid. */
const POLL = 20

export interface Running {
  /** Resolves at the end of the server, with its last printed lines. */
  ended: Promise<string>
  stop(): Promise<void>
}

/** The programs and folders that a server is started from and on, and the lock of the data folder, which it inherits. */
interface Installed {
  binaries: Binaries
  runner: Runner
  cluster: string
  /** Folder of its socket. */
  socket: string
  verrou: Verrou
}

type Outcome = { running: Running } | { failure: string }

/** Starts PostgreSQL and returns once it accepts connections or has ended. `detached` keeps Ctrl-C in the terminal from it. */
export async function startPostgres({
  binaries,
  runner,
  cluster,
  socket,
  verrou,
}: Installed): Promise<Outcome> {
  const settings = Object.entries({ ...SETTINGS, unix_socket_directories: socket }).flatMap(
    ([name, value]) => ['-c', `${name}=${value}`],
  )
  const command = commandFor(runner, 'sh', [
    '-c',
    WATCHDOG,
    'diyar',
    programPath(binaries, 'postgres'),
    '-D',
    cluster,
    ...settings,
  ])
  const env = { PATH: process.env.PATH, LC_ALL: 'C' }
  const child = spawn(command.file, command.args, {
    ...command.user,
    env,
    cwd: '/',
    detached: true,
    // The shell takes 3 for itself.
    stdio: ['pipe', 'pipe', 'pipe', 'ignore', verrou.fd],
  })
  const { ended, pid } = follow(child)
  for (;;) {
    const postmaster = await readPostmaster(cluster)
    if (postmaster?.ready && postmaster.pid === pid())
      return { running: { ended, stop: () => stop(child, ended) } }
    const failure = await Promise.race([delay(POLL, null), ended])
    if (failure !== null) return { failure }
  }
}

function follow(child: ChildProcess): { ended: Promise<string>; pid: () => number } {
  let said = ''
  let number = ''
  child.stdout?.on('data', (chunk: Buffer) => (number += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4000)))
  // An ended watchdog closes the pipe; writing to it must not throw.
  child.stdin?.on('error', () => {})
  // If only the watchdog's shell was killed, the end of its input stops the server.
  child.once('exit', () => child.stdin?.destroy())
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    // The last output arrives shortly after the exit; `close` may never come while another process holds the pipe.
    child.once('exit', () => setTimeout(() => resolve(said.trim()), 100))
    child.once('close', () => resolve(said.trim()))
  })
  return { ended, pid: () => Number(number) }
}

/** Stops the server cleanly: open transactions are rolled back, and a checkpoint is written. */
async function stop(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  child.stdin?.write('stop\n')
  await ended
}

/** Bytes read from the end of the log. */
const TAIL = 64 * 1024

/** Prefix of a log line: time, process, severity. */
const LINE = /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}) UTC \[\d+\] (\w+): {2}(.*)$/

const REDIRECTED = /redirecting log output|Future log output/

/** Lines that an ended server printed, then logged since `since` (ms since 1970). @param printed end of its standard error */
export async function readLogLines(printed: string, cluster: string, since: number): Promise<string[]> {
  const before = printed.split('\n').filter((line) => line.trim() !== '' && !REDIRECTED.test(line))
  return [...before, ...(await logged(join(cluster, 'log'), since))]
}

/** The line that tells why the server ended, without its prefix: the last FATAL or PANIC, else the last ERROR, else the last line. */
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
