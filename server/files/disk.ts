import { createReadStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { drafts, oldFiles } from '#server/files/drafts.ts'
import type { FileStore } from '#server/files/store.ts'
import { sync, syncFolder } from '#server/files/sync.ts'

/** Files on disk below `root`: `brouillons/` for uploads in progress, `plans/ab/abcd….pdf` for kept ones. */
export function diskStore(root: string): FileStore {
  const place = (id: string) => join(root, 'plans', id.slice(0, 2), `${id}.pdf`)
  return {
    ...drafts(root),
    async keep(draft, id) {
      const target = place(id)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await sync(draft)
      await rename(draft, target)
      await syncFolder(dirname(target))
    },
    read: (id, signal) => createReadStream(place(id), signal && { signal }),
    remove: (id) => rm(place(id), { force: true }),
    settled: async () =>
      (await oldFiles(join(root, 'plans')))
        .filter((path) => path.endsWith('.pdf'))
        .map((path) => basename(path, '.pdf')),
    // The data folder was tried when it was prepared.
    check: async () => {},
  }
}
