import { constants } from 'node:fs'
import {
  copyFile,
  link,
  mkdir,
  open,
  readFile,
  rename,
  rm,
  utimes,
  writeFile,
  readdir,
  stat,
} from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import { randomUUID } from 'node:crypto'
import {
  idOf,
  INSTALLATION_MARK,
  pathOf,
  requireTaille,
  type FileStore,
  type Shelf,
  type StoredFile,
} from '#server/files/store.ts'
import { codeOf } from '#server/refusal.ts'
import { HOUSEKEEPING } from '#server/limits.ts'

/** Files on disk below `root`: uploads in `brouillons/`, kept files in `plans/ab/`, the bin in `corbeille/ab/`. */
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
      // The time is set before the move: a file with an old time would leave the bin at once.
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
    read: (id, signal, taille) =>
      Readable.from(bytesOf([place(id), place(id, 'corbeille'), place(id)], checkedFor(id, taille)), {
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
    // prepareDataFolder has already tried to write below DATA_DIR.
    check: async () => {},
  }
}

const checkedFor = (id: string, taille: number | undefined) => (said: number) =>
  requireTaille(id, said, taille)

/** Bytes of the first path that exists. The last repeats the first, because a file may move between two looks. @param check may refuse its size */
async function* bytesOf(places: string[], check: (size: number) => void): AsyncGenerator<Buffer> {
  for (const [at, path] of places.entries()) {
    const last = at === places.length - 1
    const handle = await open(path, 'r').catch((error: unknown) => {
      if (last) throw error
      return fallbackIfMissing(null)(error)
    })
    if (!handle) continue
    try {
      check((await handle.stat()).size)
    } catch (error) {
      await handle.close()
      throw error
    }
    yield* handle.createReadStream()
    return
  }
}

/** Puts a whole file under a free name, at once by a hard link, else by a copy; an existing file stays. */
async function appear(source: string, target: string): Promise<void> {
  await link(source, target)
    .catch((error: unknown) => {
      if (codeOf(error) === 'EEXIST') throw error
      return copyFile(source, target, constants.COPYFILE_EXCL)
    })
    .catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error
    })
}

/** Uploads in progress, in `brouillons/` below `root` on this machine's disk, for any store. */
export function draftFolder(root: string): Pick<FileStore, 'draft' | 'dropAbandoned'> {
  const folder = join(root, 'brouillons')
  return {
    async draft() {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      return join(folder, randomUUID())
    },
    async dropAbandoned() {
      for await (const { path, changed } of filesBelow(folder))
        if (Date.now() - changed > HOUSEKEEPING.settled) await rm(path, { force: true })
    },
  }
}

/** Every file below a folder, with its size in bytes and its time in ms since 1970; none for an absent folder. */
async function* filesBelow(folder: string): AsyncGenerator<{ path: string; size: number; changed: number }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(fallbackIfMissing([]))
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name)
    const found = await stat(path).catch(fallbackIfMissing(null))
    if (found) yield { path, size: found.size, changed: found.mtimeMs }
  }
}

/** Handler that returns `instead` for ENOENT and rethrows any other error: an unreadable folder is not an empty one. */
export function fallbackIfMissing<T>(instead: T): (error: unknown) => T {
  return (error) => {
    if (codeOf(error) === 'ENOENT') return instead
    throw error
  }
}

/** Returns once the bytes of a file would survive a power cut. */
async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Returns once the names in a folder would survive a power cut. Windows cannot open a folder, and orders such writes itself. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform !== 'win32') await syncFile(folder)
}
