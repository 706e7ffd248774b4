import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { programPath, type Binaries } from '#server/database/embedded-binaries.ts'
import { readPostmaster } from '#server/database/embedded-cluster.ts'
import { commandFor, type Runner } from '#server/database/embedded-runner.ts'

/**
 * Settings of a small office machine that must not lose a payment. Nothing listens on the network. Parallel queries share files
 * rather than POSIX memory, which a system may take away when its user signs out (RemoveIPC).
 */
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
  // A week of logs, without the values of the rows they speak of.
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
 * Runs PostgreSQL for as long as its standard input stays open. A line there asks it to stop; the end of it means that we were killed,
 * and then it has one second to stop by itself. First it prints the number of the process.
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

/** Milliseconds between two looks at whether it is ready. */
const POLL = 20

/** A running server and its watchdog. */
export interface Running {
  /** Resolves when the server is gone, with the last lines it printed. */
  ended: Promise<string>
  stop(): Promise<void>
}

export type Outcome = { running: Running } | { failure: string }

/**
 * Starts PostgreSQL and returns when it accepts connections, however long it takes to recover from a crash, or when it has given up.
 * The watchdog is a process group of its own: Ctrl-C in the terminal reaches us alone.
 */
export async function startPostgres(
  binaries: Binaries,
  runner: Runner,
  cluster: string,
  socket: string,
): Promise<Outcome> {
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
    stdio: ['pipe', 'pipe', 'pipe'],
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
  // A watchdog that is gone already reads nothing any more.
  child.stdin?.on('error', () => {})
  // Should the watchdog alone have been killed, this is what ends the server it watched.
  child.once('exit', () => child.stdin?.destroy())
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    // What it still had to say comes before the end of its output, which another process may hold open.
    child.once('exit', () => setTimeout(() => resolve(said.trim()), 100))
    child.once('close', () => resolve(said.trim()))
  })
  return { ended, pid: () => Number(number) }
}

/** A clean stop: transactions in progress are undone, everything is written down, then it ends. */
async function stop(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  child.stdin?.write('stop\n')
  await ended
}
