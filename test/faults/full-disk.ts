import { spawnSync } from 'node:child_process'
import { readdir, rm, statfs, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { INSTALLATION_MARK } from '#server/files/store.ts'
import { launch } from '#test/harness/processes.ts'

/** Why there can be no small disk here, or null. */
export function whyNoSmallDisk(): string | null {
  if (process.getuid?.() !== 0) return 'non exécuté : il faut être root pour monter un petit disque'
  const tried = spawnSync('unshare', ['-m', 'sh', '-c', 'mount -t tmpfs -o size=1m diyar /mnt'])
  return tried.status === 0 ? null : 'non exécuté : cette machine ne laisse pas monter de petit disque'
}

/** Returns the words that go before a command so that `folder` is, for it alone, a disk of so many megabytes that ends with it. */
export const onSmallDisk = (megabytes: number, folder: string): string[] => [
  'unshare',
  '-m',
  'sh',
  '-c',
  `mount -t tmpfs -o size=${megabytes}m,mode=711 diyar "$0" && exec "$@"`,
  folder,
]

/** The product on a disk of its own of so many megabytes, that nobody else sees and that ends with it. */
export async function launchOnSmallDisk(megabytes: number, folder: string, settings: Record<string, string>) {
  const server = await launch({ ...settings, DATA_DIR: folder }, onSmallDisk(megabytes, folder))
  // The product's disk, as seen from outside.
  const inside = join('/proc', String(server.pid), 'root', folder)
  const ballast = join(inside, 'lest')
  return {
    ...server,
    /** Leaves no room, to the last page. */
    async fill() {
      for (const size of [4 << 20, 1 << 16, 1 << 12])
        for (;;) {
          const piece = `${ballast}-${size}-${Math.random()}`
          const fits = await writeFile(piece, Buffer.alloc(size, 1)).then(
            () => true,
            () => false,
          )
          if (fits) continue
          await truncate(piece, 0).catch(() => {})
          break
        }
    },
    async free() {
      for (const name of await readdir(inside))
        if (name.startsWith('lest')) await rm(join(inside, name), { force: true })
    },
    /** Bytes that are free. */
    async room(): Promise<number> {
      const { bsize, bavail } = await statfs(inside)
      return bsize * bavail
    },
    /** Every file below a folder of the disk, but what marks the store of the plans. */
    async files(below: string): Promise<string[]> {
      const entries = await readdir(join(inside, below), { recursive: true, withFileTypes: true }).catch(
        () => [],
      )
      return entries
        .filter((entry) => entry.isFile() && entry.name !== INSTALLATION_MARK)
        .map(({ name }) => name)
    },
  }
}
