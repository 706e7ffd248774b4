import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileStore } from '#server/files/store.ts'

/** After so long no request can still be deciding about a file. */
export const SETTLED_AFTER_MS = 3_600_000

/** Uploads in progress, in `brouillons/` below `root`, wherever the kept files go. */
export function draftFolder(root: string): Pick<FileStore, 'draft' | 'dropAbandoned'> {
  const folder = join(root, 'brouillons')
  return {
    async draft() {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      return join(folder, randomUUID())
    },
    async dropAbandoned() {
      for await (const { path, changed } of filesBelow(folder))
        if (Date.now() - changed > SETTLED_AFTER_MS) await rm(path, { force: true })
    },
  }
}

/** Every file below a folder, or in it, with its size in bytes and its time in milliseconds. A folder that does not exist has none. */
export async function* filesBelow(
  folder: string,
): AsyncGenerator<{ path: string; size: number; changed: number }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(fallbackIfMissing([]))
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name)
    const found = await stat(path).catch(fallbackIfMissing(null))
    if (found) yield { path, size: found.size, changed: found.mtimeMs }
  }
}

/** For what may have gone meanwhile; a folder that cannot be read is not an empty one. */
export function fallbackIfMissing<T>(instead: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return instead
    throw error
  }
}
