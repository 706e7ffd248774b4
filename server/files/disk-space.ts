import { stat, statfs } from 'node:fs/promises'
import { Refusal } from '#server/http/refusal.ts'

const MIB = 1024 ** 2
const GIB = 1024 ** 3

/**
 * The bytes of a disk that are kept free, of so many in all, so that the database can go on writing until somebody has made
 * room. Backups stop first, plans next, the database last (docs/decisions/0045).
 */
const RESERVES = {
  backup: (size: number) => Math.min(Math.max(size / 20, GIB), 5 * GIB, size / 10),
  plan: (size: number) => Math.min(512 * MIB, size / 20),
}
export type Purpose = keyof typeof RESERVES

/** Writing so much would leave too little of a disk. `code` is that of a disk that is full: it is answered alike. */
export class NotEnoughSpace extends Error {
  readonly code = 'ENOSPC'
  /** All in bytes: to be written, to be left free, free now. */
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

/** Size of the disk of a folder and what we may still write there, in bytes; null where the system does not say. */
export async function readDiskSpace(folder: string): Promise<{ size: number; free: number } | null> {
  const disk = await statfs(folder).catch(() => null)
  // Some disks in memory or on a network have no bound, and say so by 0.
  return disk && disk.blocks > 0 ? { size: disk.bsize * disk.blocks, free: disk.bsize * disk.bavail } : null
}

/**
 * Checks that writing so many bytes more leaves the reserve of a disk free.
 * @param folder that is to be written to
 * @throws NotEnoughSpace when it does not
 */
export async function requireSpace(folder: string, needed: number, purpose: Purpose | null): Promise<void> {
  const disk = await readDiskSpace(folder)
  if (!disk) return
  const kept = purpose ? RESERVES[purpose](disk.size) : 0
  if (disk.free - needed < kept) throw new NotEnoughSpace(needed, kept, disk.free)
}

const CODES = new Set(['ENOSPC', 'EDQUOT', '53100'])
const SENTENCES = /No space left on device|Disk quota exceeded/

/** Did something fail for want of room? The system, the database or one of its programs may say so. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return SENTENCES.test(String(error))
  const [code, stderr] = [Reflect.get(error, 'code'), Reflect.get(error, 'stderr')].map(String)
  return (
    CODES.has(code ?? '') ||
    SENTENCES.test(`${error.message} ${stderr}`) ||
    (error.cause !== undefined && isDiskFull(error.cause))
  )
}

/** With less the embedded database does not run: one file of its journal takes half of it. */
const TOO_LITTLE = 32 * MIB

/**
 * What is to be said of a failure to start on the disk of a folder: that the disk is full, when that is behind it, else the failure.
 * A database that found no room may have ended before it could say so.
 */
export async function explainFullDisk(folder: string, error: unknown): Promise<unknown> {
  const disk = await readDiskSpace(folder)
  const unexplained = !(error instanceof Refusal) && disk !== null && disk.free < TOO_LITTLE
  if (!isDiskFull(error) && !unexplained) return error
  const free = disk ? ` (${formatOctets(disk.free, 'floor')} libres)` : ''
  return new Refusal(
    `le disque de ${folder} n'a plus assez de place${free} : libérez-en, puis recommencez.`,
    {
      cause: error,
    },
  )
}

/** Bytes as « 12,5 Mo » or « 1,2 Go ». */
export function formatOctets(bytes: number, round: 'ceil' | 'floor' = 'ceil'): string {
  const [size, unit] = bytes < 1e9 ? [1e6, 'Mo'] : [1e9, 'Go']
  const shown = new Intl.NumberFormat('fr', { maximumFractionDigits: 1, roundingMode: round })
  return `${shown.format(bytes / size)} ${unit}`
}

/** Are two folders on one disk? One that is not there is on none. */
export async function areOnOneDisk(one: string, other: string): Promise<boolean> {
  const [here, there] = await Promise.all([one, other].map((folder) => stat(folder).catch(() => null)))
  return here != null && here.dev === there?.dev
}
