import { constants } from 'node:fs'
import { copyFile, link, mkdir, open, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import { draftFolder, filesBelow, fallbackIfMissing } from '#server/files/drafts.ts'
import {
  idOf,
  INSTALLATION_MARK,
  pathOf,
  type FileStore,
  type Shelf,
  type StoredFile,
} from '#server/files/store.ts'
import { syncFile, syncFolder } from '#server/files/sync.ts'

/**
 * Files on disk below `root`: `brouillons/` for uploads in progress, `plans/ab/abcd….pdf` for kept ones, `corbeille/ab/abcd….pdf` for
 * those thrown away, and `installation`, which says whose they are.
 */
export function diskStore(root: string): FileStore {
  const place = (id: string, shelf: Shelf = 'plans') => join(root, pathOf(shelf, id))
  const mark = join(root, INSTALLATION_MARK)
  const { draft, dropAbandoned } = draftFolder(root)

  const put = async (source: string, target: string) => {
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await rename(source, target)
    await syncFolder(dirname(target))
  }
  const move = async (id: string, from: Shelf, to: Shelf) => {
    try {
      // Before it goes: a file that came with an old time would leave the bin at once.
      await utimes(place(id, from), new Date(), new Date())
      await put(place(id, from), place(id, to))
    } catch (error) {
      fallbackIfMissing(null)(error)
    }
  }
  const list = async function* (shelf: Shelf): AsyncGenerator<StoredFile> {
    for await (const { path, size, changed } of filesBelow(join(root, shelf))) {
      const id = idOf(relative(root, path).replaceAll(sep, '/'))
      if (id) yield { id, taille: size, since: changed }
    }
  }
  const installation = async () =>
    (await readFile(mark, 'utf8').catch(fallbackIfMissing(null)))?.trim() ?? null
  return {
    name: `le dossier ${root}`,
    setting: 'DATA_DIR',
    draft,
    dropAbandoned,
    async keep(source, id) {
      await syncFile(source)
      await put(source, place(id))
    },
    read: (id, signal) =>
      Readable.from(bytesOf([place(id), place(id, 'corbeille'), place(id)]), {
        objectMode: false,
        ...(signal && { signal }),
      }),
    remove: (id) => move(id, 'plans', 'corbeille'),
    putBack: (id) => move(id, 'corbeille', 'plans'),
    drop: (id, shelf) => rm(place(id, shelf), { force: true }),
    list,
    async isEmpty() {
      for (const shelf of ['plans', 'corbeille'] as const)
        for await (const _ of filesBelow(join(root, shelf))) return false
      return true
    },
    installation,
    async claim(id) {
      const written = await draft()
      try {
        await writeFile(written, `${id}\n`, { flag: 'wx', mode: 0o600 })
        await syncFile(written)
        await appear(written, mark)
        await syncFolder(root)
      } finally {
        await rm(written, { force: true })
      }
      return (await installation()) ?? ''
    },
    unclaim: () => rm(mark, { force: true }),
    // The data folder was tried when it was prepared.
    check: async () => {},
  }
}

/** Of the first of these that is there. The last is asked again: what goes from one place to the other is in one of them. */
async function* bytesOf(places: string[]): AsyncGenerator<Buffer> {
  for (const [at, path] of places.entries()) {
    const last = at === places.length - 1
    const handle = await open(path, 'r').catch((error: unknown) => {
      if (last) throw error
      return fallbackIfMissing(null)(error)
    })
    if (!handle) continue
    yield* handle.createReadStream()
    return
  }
}

/** A whole file under a name that nobody has: at once where the disk knows two names for one file, else as one copy. */
async function appear(source: string, target: string): Promise<void> {
  const taken = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EEXIST'
  await link(source, target)
    .catch((error: unknown) => {
      if (taken(error)) throw error
      return copyFile(source, target, constants.COPYFILE_EXCL)
    })
    .catch((error: unknown) => {
      if (!taken(error)) throw error
    })
}
