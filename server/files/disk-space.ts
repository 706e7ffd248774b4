import { stat, statfs, mkdir, mkdtemp, realpath, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandError, codeOf } from '#server/refusal.ts'
import { formatTaille } from '#shared/taille.ts'

const MIB = 1024 ** 2
const GIB = 1024 ** 3

/** Bytes of a disk to keep free: backups stop first, plans next, the database last (docs/decisions/0045). */
const RESERVES = {
  backup: (size: number) => Math.min(Math.max(size / 20, GIB), 5 * GIB, size / 10),
  plan: (size: number) => Math.min(512 * MIB, size / 20),
}
type Purpose = keyof typeof RESERVES

/** A write would leave too little of a disk. Its `code` is that of a full disk, so both are answered alike. */
export class NotEnoughSpace extends Error {
  readonly code = 'ENOSPC'
  /** Bytes to write, to leave free, and free now. */
  readonly needed: number
  readonly kept: number
  readonly free: number

  constructor(needed: number, kept: number, free: number) {
    super(`no room: ${needed} bytes to write and ${Math.ceil(kept)} to be left, ${free} free`)
    this.needed = needed
    this.kept = kept
    this.free = free
  }
}

/** Size of a folder's disk and bytes that this account may still write; null where the system does not say. */
export async function readDiskSpace(folder: string): Promise<{ size: number; free: number } | null> {
  const disk = await statfs(folder).catch(() => null)
  // Some disks in memory or on a network have no bound, and report 0 blocks.
  return disk && disk.blocks > 0 ? { size: disk.bsize * disk.blocks, free: disk.bsize * disk.bavail } : null
}

/** Checks that writing `needed` more bytes leaves the reserve of the disk free. @throws NotEnoughSpace when it does not */
export async function requireSpace(folder: string, needed: number, purpose: Purpose | null): Promise<void> {
  const disk = await readDiskSpace(folder)
  if (!disk) return
  const kept = purpose ? RESERVES[purpose](disk.size) : 0
  if (disk.free - needed < kept) throw new NotEnoughSpace(needed, kept, disk.free)
}

const CODES = new Set(['ENOSPC', 'EDQUOT', '53100'])
const SENTENCES = /No space left on device|Disk quota exceeded/

/** Tells whether an error of the system, the database or one of its programs means a full disk. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return SENTENCES.test(String(error))
  const [code, stderr] = [Reflect.get(error, 'code'), Reflect.get(error, 'stderr')].map(String)
  return (
    CODES.has(code ?? '') ||
    SENTENCES.test(`${error.message} ${stderr}`) ||
    (error.cause !== undefined && isDiskFull(error.cause))
  )
}

/** The embedded database does not run with less: one file of its journal takes half of it. */
const TOO_LITTLE = 32 * MIB

/** CommandError for a full disk, else the error. Little free space also counts: a database may end before it can say so. */
export async function explainFullDisk(folder: string, error: unknown): Promise<unknown> {
  const disk = await readDiskSpace(folder)
  const unexplained = !(error instanceof CommandError) && disk !== null && disk.free < TOO_LITTLE
  if (!isDiskFull(error) && !unexplained) return error
  const free = disk ? ` (${formatTaille(disk.free, 'bas')} libres)` : ''
  return new CommandError(
    `le disque de ${folder} n'a plus assez de place${free} : libérez-en, puis recommencez.`,
    {
      cause: error,
    },
  )
}

/** Tells whether two folders are on one disk; an absent folder is on none. */
export async function areOnOneDisk(one: string, other: string): Promise<boolean> {
  const [here, there] = await Promise.all([one, other].map((folder) => stat(folder).catch(() => null)))
  return here != null && here.dev === there?.dev
}

/** Creates the data folder if needed and checks that it is writable. @returns its real path @throws CommandError when it is not writable */
export async function prepareDataFolder(dataDir: string): Promise<string> {
  try {
    // Other accounts may traverse the folder but not list it: under root the database below runs as another account.
    await mkdir(dataDir, { recursive: true, mode: 0o711 })
    await rmdir(await mkdtemp(join(dataDir, '.essai-')))
    return await realpath(dataDir)
  } catch (error) {
    throw new CommandError(
      `le dossier des données ${dataDir} n'est pas accessible en écriture (${reasonOf(error)}) : corrigez ses droits ou choisissez-en un autre avec DATA_DIR.`,
    )
  }
}

/** Errors of a folder that cannot be written, by code. */
const UNWRITABLE: Record<string, string> = {
  EACCES: 'accès refusé',
  EPERM: 'accès refusé',
  EROFS: 'disque en lecture seule',
  ENOSPC: 'disque plein',
  ENOTDIR: "ce n'est pas un dossier",
  EEXIST: "ce n'est pas un dossier",
}

function reasonOf(error: unknown): string {
  const code = codeOf(error)
  return UNWRITABLE[code] ?? (code || String(error))
}
