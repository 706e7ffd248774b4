import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, open, readdir, readFile, readlink, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { programPath, type Binaries, commandFor, type Runner } from '#server/database/embedded-binaries.ts'
import { syncFolder } from '#server/files/disk.ts'
import { codeOf, messageOf, CommandError } from '#server/refusal.ts'
import { commande } from '#server/version.ts'

const run = promisify(execFile)

/** Major release whose data format this code knows; another release gets another folder. */
const MAJOR = 18

/** Folder of the database cluster in a data folder. */
export const clusterOf = (dataDir: string) => join(dataDir, `postgres-${MAJOR}`)

/** Tells whether the folder has no cluster yet. @throws CommandError for the cluster of another major release, which cannot be read */
export async function isClusterMissing(dataDir: string): Promise<boolean> {
  const clusters = (await readdir(dataDir).catch(() => [])).flatMap((name) => {
    const [, major] = /^postgres-(\d+)$/.exec(name) ?? []
    return major ? [Number(major)] : []
  })
  if (clusters.includes(MAJOR)) return false
  const [other] = clusters.toSorted((a, b) => b - a)
  if (other === undefined) return true
  throw new CommandError(
    `ces données sont de PostgreSQL ${other}, et cette version de Diyar emploie PostgreSQL ${MAJOR} : avec la version précédente de Diyar, lancez « ${commande('sauvegarde')} » ; ` +
      `avec celle-ci, restaurez ce fichier par « ${commande('restaurer', 'FICHIER')} » dans un autre DATA_DIR, vide, puis démarrez avec celui-là. ${dataDir} reste tel qu'il est.`,
  )
}

interface Postmaster {
  pid: number
  port: number
  ready: boolean
}

/** Reads postmaster.pid; null while it is absent or incomplete. */
export async function readPostmaster(cluster: string): Promise<Postmaster | null> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const [pid, , , port, , , , status] = text.split('\n')
  return pid && port ? { pid: Number(pid), port: Number(port), ready: status?.trim() === 'ready' } : null
}

/** Makes a cluster under another name and renames it once complete. @throws CommandError also in the cases of {@link isClusterMissing} */
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
    // The socket is in a private folder, so only our account can reach it.
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
    const raced = codeOf(error) === 'ENOTEMPTY' || codeOf(error) === 'EEXIST'
    if (!raced)
      throw new CommandError(`la base n'a pas pu être créée dans ${cluster} (${reasonOf(error)}).`, {
        cause: error,
      })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function discardDrafts(cluster: string): Promise<void> {
  for (const name of await readdir(dirname(cluster))) {
    const [, pid] = new RegExp(`^${basename(cluster)}\\.(\\d+)-.*\\.draft`).exec(name) ?? []
    if (pid && !isAlive(Number(pid))) await rm(join(dirname(cluster), name), { recursive: true, force: true })
  }
}

/** Tells whether a server runs on this cluster: after a restart the number in postmaster.pid may belong to another program. */
export async function isClusterServed(cluster: string): Promise<boolean> {
  const postmaster = await readPostmaster(cluster)
  if (!postmaster || !isAlive(postmaster.pid)) return false
  if (process.platform === 'linux') return worksIn(cluster)
  // Two `-o` options: some versions of ps take all text after the first = as a title.
  const columns = ['-o', 'stat=', '-o', 'comm=']
  const { stdout } = await run('ps', [...columns, '-p', String(postmaster.pid)]).catch(() => ({
    stdout: '',
  }))
  return stdout.includes('postgres') && !stdout.trim().startsWith('Z')
}

/** Every process of a PostgreSQL server has its data folder as working directory. */
async function worksIn(cluster: string): Promise<boolean> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const folders = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')))
  return folders.includes(cluster)
}

/**
 * Removes postmaster.pid and the socket's lock when no server runs but their number is in use, by another program or a zombie: PostgreSQL
 * would take it for a running server. A free number is left to PostgreSQL, which also checks its shared memory.
 */
export async function forgetDeadServer(cluster: string, socket: string): Promise<void> {
  const locks = [join(cluster, 'postmaster.pid'), join(socket, '.s.PGSQL.5432.lock')]
  const texts = await Promise.all(locks.map((path) => readFile(path, 'utf8').catch(() => '')))
  const answers = texts.some((text) => isAlive(Number.parseInt(text, 10)))
  if (answers && !(await isClusterServed(cluster)))
    await Promise.all(locks.map((path) => rm(path, { force: true })))
}

function isAlive(pid: number): boolean {
  // Zero and negative numbers mean groups of processes.
  if (!(pid > 0)) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** Folder of the socket: the cluster, or `fallback` when its path is too long for an address. @throws CommandError for a foreign `fallback` */
export async function socketFolder(cluster: string, { user }: Runner, fallback: string): Promise<string> {
  if (Buffer.byteLength(join(cluster, '.s.PGSQL.5432')) <= 103) return cluster
  await mkdir(fallback, { mode: 0o700 }).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error
  })
  const handle = await open(fallback, 'r')
  try {
    const { uid } = await handle.stat()
    const ours = [process.getuid?.(), user?.uid].includes(uid)
    if (!ours)
      throw new CommandError(
        `le dossier ${fallback} appartient à quelqu'un d'autre : supprimez-le, ou choisissez un DATA_DIR plus court.`,
      )
    if (user) await chown(fallback, user.uid, user.gid)
    await chmod(fallback, 0o700)
  } finally {
    await handle.close()
  }
  return fallback
}

function reasonOf(error: unknown): string {
  const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : ''
  const lines = said.split('\n')
  // initdb prints what it does about the error after the error.
  const why = lines.findLast((line) => /error:|FATAL|PANIC/.test(line)) ?? lines.at(-1)
  return why || messageOf(error)
}
