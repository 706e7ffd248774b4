import type { Readable } from 'node:stream'

/** What is in use, and what was thrown away: it lies in the bin for thirty days. */
export type Shelf = 'plans' | 'corbeille'

/** A kept file. */
export interface StoredFile {
  id: string
  /** In bytes. */
  taille: number
  /** When it was put on its shelf, in milliseconds. */
  since: number
}

/** Where the bytes of plans live. Names are random ids of ours; nothing a user sends ever becomes a path. */
export interface FileStore {
  /** Where it is, for sentences: « le dossier … » or « le bucket … ». */
  name: string
  /** How a person names another one: « DATA_DIR » or « S3_BUCKET ». */
  setting: 'DATA_DIR' | 'S3_BUCKET'
  /** A fresh private path to write an upload to before it is kept. */
  draft(): Promise<string>
  /** Keeps a draft for good under `id`; durable once it resolves. */
  keep(draft: string, id: string): Promise<void>
  /**
   * The bytes, also of what lies in the bin; fails with the code ENOENT when there is no such file, and at once when the signal says that
   * nobody wants them.
   */
  read(id: string, signal?: AbortSignal): Readable
  /** Into the bin. What is not there is no failure, here and below. */
  remove(id: string): Promise<void>
  /** Out of the bin. */
  putBack(id: string): Promise<void>
  /** Away for good: what no record has ever named, or what has been in the bin long enough. */
  drop(id: string, shelf: Shelf): Promise<void>
  list(shelf: Shelf): AsyncIterable<StoredFile>
  /** Is there no file at all, in use or in the bin, whatever its name? */
  isEmpty(): Promise<boolean>
  /** The id of the installation whose store this is; null as long as nobody has claimed it. */
  installation(): Promise<string | null>
  /** Writes that id unless there is one. @returns the id that is there: of several who claim at once, that of one */
  claim(id: string): Promise<string>
  /** Takes back a claim on a store to which nothing was added. */
  unclaim(): Promise<void>
  /** Removes uploads that were abandoned more than an hour ago. */
  dropAbandoned(): Promise<void>
  /** @throws Refusal when the store cannot be used */
  check(): Promise<void>
}

/** The place of a file below the root of a store. */
export const pathOf = (shelf: Shelf, id: string) => `${shelf}/${id.slice(0, 2)}/${id}.pdf`

/** The id of the file that has this place, or null when it is none of ours. */
export const idOf = (path: string) =>
  /^(?:plans|corbeille)\/(\w{2})\/(\1[\w-]*)\.pdf$/.exec(path)?.[2] ?? null

/** What holds the id of the installation, beside the shelves. */
export const INSTALLATION_MARK = 'installation'
