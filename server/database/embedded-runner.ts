import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import {
  copyBinaries,
  refuseMissingBinaries,
  programPath,
  repairLinks,
  type Binaries,
} from '#server/database/embedded-binaries.ts'
import { Refusal } from '#server/http/refusal.ts'

const run = promisify(execFile)

/** How PostgreSQL, which refuses to run as root, is run on this machine. */
export interface Runner {
  /** The user to become, when we are root. */
  user?: { uid: number; gid: number }
  /** What to put before each command: `unshare …`, which makes root somebody else for that command alone. */
  prefix: string[]
}

const AS_WE_ARE: Runner = { prefix: [] }

/** The command, its arguments and its user, as spawn wants them. */
export function commandFor(
  { user, prefix }: Runner,
  file: string,
  args: string[],
): { file: string; args: string[]; user: object } {
  const [command = file, ...rest] = [...prefix, file, ...args]
  return { file: command, args: rest, user: user ?? {} }
}

/**
 * Chooses who runs PostgreSQL, and from where: ourselves when we are not root; else the owner of the existing data, or the account
 * `postgres` or `nobody`; else, where that account cannot reach the data, root under another name in a user namespace.
 * @param cluster the folder of the database, which may not exist yet
 * @throws Refusal when nobody on this machine can run it
 */
export async function chooseRunner(
  binaries: Binaries,
  dataDir: string,
  cluster: string,
): Promise<{ runner: Runner; binaries: Binaries }> {
  const linked = await repairLinks(binaries)
  for (const runner of await candidates(cluster)) {
    if (!(await reaches(runner, dataDir))) continue
    if (linked && (await works(runner, binaries))) return { runner, binaries }
    const copy = await copyBinaries(binaries, dataDir)
    if (await works(runner, copy)) return { runner, binaries: copy }
    throw refuseMissingBinaries(`${process.platform}-${process.arch}`)
  }
  throw new Refusal(
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

/** The account must be listed: initdb asks for its name. */
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
  return succeeds(runner, 'test', ['-x', folder])
}

const works = (runner: Runner, binaries: Binaries) =>
  succeeds(runner, programPath(binaries, 'postgres'), ['--version'])

async function succeeds(runner: Runner, file: string, args: string[]): Promise<boolean> {
  const command = commandFor(runner, file, args)
  return run(command.file, command.args, { ...command.user, cwd: '/' }).then(
    () => true,
    () => false,
  )
}
