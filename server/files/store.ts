import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'

/** Where the bytes of plans live. Names are random ids of ours; nothing a user sends ever becomes a path. */
export interface FileStore {
  /** A fresh private path to write an upload to before it is kept. */
  draft(): Promise<string>
  /** Keeps a draft for good under `id`; durable once it resolves. */
  keep(draft: string, id: string): Promise<void>
  read(id: string): Readable
  remove(id: string): Promise<void>
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
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
