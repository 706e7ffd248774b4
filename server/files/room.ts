import { stat, statfs } from 'node:fs/promises'

const MIB = 1024 ** 2
const GIB = 1024 ** 3

/**
 * What is left alone of a disk of so many bytes, so that the database, which comes last, can go on writing until somebody has made
 * room: a backup keeps its distance first, then plans (docs/decisions/0045).
 */
const RESERVES = {
  backup: (size: number) => Math.min(Math.max(size / 20, GIB), 5 * GIB, size / 10),
  plan: (size: number) => Math.min(512 * MIB, size / 20),
}
export type Purpose = keyof typeof RESERVES

/** Writing so much would leave too little of a disk. `code` is that of a disk that is full: it is answered alike. */
export class NoRoom extends Error {
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
export async function diskOf(folder: string): Promise<{ size: number; free: number } | null> {
  const disk = await statfs(folder).catch(() => null)
  // Some disks in memory or on a network have no bound, and say so by 0.
  return disk && disk.blocks > 0 ? { size: disk.bsize * disk.blocks, free: disk.bsize * disk.bavail } : null
}

/**
 * Sees to it that so many bytes more leave the reserve of a disk alone.
 * @param folder that is to be written to
 * @throws NoRoom when they do not
 */
export async function requireRoom(folder: string, needed: number, purpose: Purpose | null): Promise<void> {
  const disk = await diskOf(folder)
  if (!disk) return
  const kept = purpose ? RESERVES[purpose](disk.size) : 0
  if (disk.free - needed < kept) throw new NoRoom(needed, kept, disk.free)
}

/** Are two folders on one disk? One that is not there is on none. */
export async function onOneDisk(one: string, other: string): Promise<boolean> {
  const [here, there] = await Promise.all([one, other].map((folder) => stat(folder).catch(() => null)))
  return here != null && here.dev === there?.dev
}
