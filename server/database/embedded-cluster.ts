import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, open, readdir, readFile, readlink, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { programPath, type Binaries } from '#server/database/embedded-binaries.ts'
import { commandFor, type Runner } from '#server/database/embedded-runner.ts'
import { syncFolder } from '#server/files/sync.ts'
import { Refusal } from '#server/http/refusal.ts'

const run = promisify(execFile)

/** The release whose data format this code knows: another one gets another folder. */
const MAJOR = 18

/** The database of a data folder on disk. */
export const clusterOf = (dataDir: string) => join(dataDir, `postgres-${MAJOR}`)

/**
 * Will the embedded database of this data folder be made, and empty, by whoever opens it now?
 * @throws Refusal when that of another release of PostgreSQL is there: it holds the data, and this one cannot read them
 */
export async function isClusterMissing(dataDir: string): Promise<boolean> {
  const clusters = (await readdir(dataDir).catch(() => [])).flatMap((name) => {
    const [, major] = /^postgres-(\d+)$/.exec(name) ?? []
    return major ? [Number(major)] : []
  })
  if (clusters.includes(MAJOR)) return false
  const [other] = clusters.toSorted((a, b) => b - a)
  if (other === undefined) return true
  throw new Refusal(
    `ces données sont de PostgreSQL ${other}, et cette version de Diyar emploie PostgreSQL ${MAJOR} : avec la version précédente de Diyar, lancez « npm run sauvegarde » ; ` +
      `avec celle-ci, restaurez ce fichier par « npm run restaurer FICHIER » dans un autre DATA_DIR, vide, puis démarrez avec celui-là. ${dataDir} reste tel qu'il est.`,
  )
}

/** What postmaster.pid says of the server that wrote it. */
interface Postmaster {
  pid: number
  port: number
  ready: boolean
}

/** Reads postmaster.pid; null when there is no such file or it is still being written. */
export async function readPostmaster(cluster: string): Promise<Postmaster | null> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const [pid, , , port, , , , status] = text.split('\n')
  return pid && port ? { pid: Number(pid), port: Number(port), ready: status?.trim() === 'ready' } : null
}

/**
 * Makes an empty database, complete or not at all: it is prepared under another name, and renamed.
 * @throws Refusal when it cannot be made, or must not: {@link isClusterMissing}
 */
export async function initialise(binaries: Binaries, runner: Runner, cluster: string): Promise<void> {
  await isClusterMissing(dirname(cluster))
  await discardDrafts(cluster)
  const draft = `${cluster}.${process.pid}-${randomBytes(3).toString('hex')}.draft`
  await mkdir(draft, { mode: 0o700 })
  if (runner.user) await chown(draft, runner.user.uid, runner.user.gid)
  const args = [
    [
      '--pgdata',
      draft,
      '--username',
      'postgres',
      '--encoding',
      'UTF8',
      '--data-checksums',
      '--no-instructions',
    ],
    ['--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'],
    // Whoever can reach the socket, in its private folder, is already us.
    ['--auth-local', 'trust', '--auth-host', 'reject'],
  ].flat()
  const command = commandFor(runner, programPath(binaries, 'initdb'), args)
  try {
    await run(command.file, command.args, {
      ...command.user,
      cwd: '/',
      env: { PATH: process.env.PATH, LC_ALL: 'C' },
    })
    await rename(draft, cluster)
    await syncFolder(dirname(cluster))
  } catch (error) {
    const raced = isCode(error, 'ENOTEMPTY') || isCode(error, 'EEXIST')
    if (!raced)
      throw new Refusal(`la base n'a pas pu être créée dans ${cluster} (${reasonOf(error)}).`, {
        cause: error,
      })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** What a first start that was killed left behind. */
async function discardDrafts(cluster: string): Promise<void> {
  for (const name of await readdir(dirname(cluster))) {
    const [, pid] = new RegExp(`^${basename(cluster)}\\.(\\d+)-.*\\.draft`).exec(name) ?? []
    if (pid && !isAlive(Number(pid))) await rm(join(dirname(cluster), name), { recursive: true, force: true })
  }
}

/**
 * Is a server at work in this folder? A number in postmaster.pid is not enough: after a restart of the container or of the machine
 * it may belong to some other program.
 */
export async function isClusterServed(cluster: string): Promise<boolean> {
  const postmaster = await readPostmaster(cluster)
  if (!postmaster || !isAlive(postmaster.pid)) return false
  if (process.platform === 'linux') return worksIn(cluster)
  const { stdout } = await run('ps', ['-o', 'comm=', '-p', String(postmaster.pid)]).catch(() => ({
    stdout: '',
  }))
  return stdout.includes('postgres')
}

/** Every process of a PostgreSQL server works in its data folder. */
async function worksIn(cluster: string): Promise<boolean> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const folders = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')))
  return folders.includes(cluster)
}

/**
 * Takes away the postmaster.pid of a folder that nothing serves when its number belongs to another program: PostgreSQL would take
 * that program for a running server. A number that is free is left to PostgreSQL, which also looks at its shared memory.
 */
export async function forgetReusedPid(cluster: string): Promise<void> {
  const postmaster = await readPostmaster(cluster)
  if (postmaster && isAlive(postmaster.pid) && !(await isClusterServed(cluster)))
    await rm(join(cluster, 'postmaster.pid'), { force: true })
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return isCode(error, 'EPERM')
  }
}

/**
 * The folder of the socket: the database's own, private one; another private one where its path is too long for a socket's address
 * (107 bytes on Linux, 103 on macOS).
 * @throws Refusal when somebody else made that other folder
 */
export async function socketFolder(cluster: string, { user }: Runner, fallback: string): Promise<string> {
  if (Buffer.byteLength(join(cluster, '.s.PGSQL.5432')) <= 103) return cluster
  await mkdir(fallback, { mode: 0o700 }).catch((error: unknown) => {
    if (!isCode(error, 'EEXIST')) throw error
  })
  const handle = await open(fallback, 'r')
  try {
    const { uid } = await handle.stat()
    const ours = [process.getuid?.(), user?.uid].includes(uid)
    if (!ours)
      throw new Refusal(
        `le dossier ${fallback} appartient à quelqu'un d'autre : supprimez-le, ou choisissez un DATA_DIR plus court.`,
      )
    if (user) await chown(fallback, user.uid, user.gid)
    await chmod(fallback, 0o700)
  } finally {
    await handle.close()
  }
  return fallback
}

const isCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code

/** Why a program failed, in its own words. */
function reasonOf(error: unknown): string {
  const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : ''
  const lines = said.split('\n')
  // What it does about it comes last.
  const why = lines.findLast((line) => /error:|FATAL|PANIC/.test(line)) ?? lines.at(-1)
  return why || (error instanceof Error ? error.message : String(error))
}
