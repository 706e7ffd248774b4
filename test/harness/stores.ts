import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { diskStore } from '#server/files/disk.ts'
import { s3Store } from '#server/files/s3.ts'
import { pathOf, type FileStore, type Shelf } from '#server/files/store.ts'
import { startStore } from '#test/harness/s3.ts'

/** A store of its own, with what a test does to it behind its back. */
export interface StoreBench {
  store: FileStore
  /** Another process's view of the same store. */
  again(): FileStore
  /** Keeps a file, as an upload does. */
  keep(id: string, content: string): Promise<void>
  /** Makes a file look as if it had been on its shelf for so many hours. */
  age(id: string, shelf: Shelf, hours: number): Promise<void>
  /** Every file there is, the mark too; no upload in progress. */
  paths(): Promise<string[]>
  drafts(): Promise<string[]>
  close(): Promise<void>
}

export const KINDS = ['disk', 's3'] as const

export async function storeBench(kind: (typeof KINDS)[number]): Promise<StoreBench> {
  const folder = await mkdtemp(join(tmpdir(), 'diyar-store-'))
  const remote = kind === 's3' ? await startStore() : null
  const again = () => (remote ? s3Store(remote.config, folder, 2_000) : diskStore(folder))
  const store = again()
  const below = async (name: string) => {
    const entries = await readdir(join(folder, name), { recursive: true, withFileTypes: true }).catch(
      () => [],
    )
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  }
  return {
    store,
    again,
    async keep(id, content) {
      const draft = await store.draft()
      await writeFile(draft, content)
      await store.keep(draft, id)
    },
    async age(id, shelf, hours) {
      const then = new Date(Date.now() - hours * 3_600_000)
      if (!remote) return utimes(join(folder, pathOf(shelf, id)), then, then)
      const object = remote.objects.get(pathOf(shelf, id))
      if (object) object.changed = then
    },
    async paths() {
      if (remote) return [...remote.objects.keys()].toSorted()
      const found = (await below('.')).map((path) => path.slice(folder.length + 1))
      return found.filter((path) => !path.startsWith('brouillons')).toSorted()
    },
    drafts: () => below('brouillons'),
    async close() {
      await remote?.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
