import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'

const HOUR = 3_600_000

/** Where the bytes of plans live. Names are random ids of ours; nothing a user sends ever becomes a path. */
export interface FileStore {
  /** A fresh private path to write an upload to before it is kept. */
  draft(): Promise<string>
  /** Keeps a draft for good under `id`; durable once it resolves. */
  keep(draft: string, id: string): Promise<void>
  read(id: string): Readable
  remove(id: string): Promise<void>
  /** Ids of the kept files that are older than an hour: no request can still be deciding about them. */
  settled(): Promise<string[]>
  /** Removes uploads that were abandoned more than an hour ago. */
  dropAbandoned(): Promise<void>
}

/** Files on disk below `root`: `brouillons/` for uploads in progress, `plans/ab/abcd….pdf` for kept ones. */
export function diskStore(root: string): FileStore {
  const drafts = join(root, 'brouillons')
  const place = (id: string) => join(root, 'plans', id.slice(0, 2), `${id}.pdf`)
  return {
    async draft() {
      await mkdir(drafts, { recursive: true, mode: 0o700 })
      return join(drafts, randomUUID())
    },
    async keep(draft, id) {
      const target = place(id)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await sync(draft)
      await rename(draft, target)
      await sync(dirname(target))
    },
    read: (id) => createReadStream(place(id)),
    remove: (id) => rm(place(id), { force: true }),
    settled: async () => (await oldFiles(join(root, 'plans'))).filter((path) => path.endsWith('.pdf')).map((path) => basename(path, '.pdf')),
    async dropAbandoned() {
      for (const path of await oldFiles(drafts)) await rm(path, { force: true })
    },
  }
}

/** Every file below a folder, or in it, that has not changed for an hour. A folder that does not exist has none. */
async function oldFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const ages = await Promise.all(paths.map(async (path) => ({ path, changed: (await stat(path).catch(() => null))?.mtimeMs ?? Date.now() })))
  return ages.filter(({ changed }) => Date.now() - changed > HOUR).map(({ path }) => path)
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
