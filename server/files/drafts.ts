import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileStore } from '#server/files/store.ts'

/** After so long no request can still be deciding about a file. */
export const SETTLED = 3_600_000

/** Uploads in progress, in `brouillons/` below `root`, wherever the kept files go. */
export function drafts(root: string): Pick<FileStore, 'draft' | 'dropAbandoned'> {
  const folder = join(root, 'brouillons')
  return {
    async draft() {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      return join(folder, randomUUID())
    },
    async dropAbandoned() {
      for (const path of await oldFiles(folder)) await rm(path, { force: true })
    },
  }
}

/** Every file below a folder, or in it, that has not changed for an hour. A folder that does not exist has none. */
export async function oldFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const ages = await Promise.all(
    paths.map(async (path) => ({
      path,
      changed: (await stat(path).catch(() => null))?.mtimeMs ?? Date.now(),
    })),
  )
  return ages.filter(({ changed }) => Date.now() - changed > SETTLED).map(({ path }) => path)
}
