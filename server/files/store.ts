import type { Readable } from 'node:stream'
import { communesErreurs } from '#shared/erreurs.ts'
import { once } from 'node:events'
import type { FastifyBaseLogger } from 'fastify'
import { refuse } from '#server/http/errors.ts'
import { codeOf } from '#server/refusal.ts'

/** Files in use, and the bin, which keeps a file for thirty days. */
export type Shelf = 'plans' | 'corbeille'

export interface StoredFile {
  id: string
  /** Bytes. */
  taille: number
  /** Time of its arrival on the shelf, in ms since 1970. */
  since: number
}

/** Store of the uploaded files. Names are random ids; nothing that a member sends becomes a path. */
export interface FileStore {
  /** Name in sentences: « le dossier … » or « le bucket … ». */
  name: string
  setting: 'DATA_DIR' | 'S3_BUCKET'
  /** A fresh private path for an upload before it is kept. */
  draft(): Promise<string>
  /** Keeps a draft under `id`; the file survives a power cut once this resolves. */
  keep(draft: string, id: string): Promise<void>
  /**
   * Bytes of a file, also from the bin; fails with code ENOENT for an absent file, and at once on abort.
   * @param taille bytes it must have; where the store says another length, the stream fails with {@link FichierAltere} before its first byte
   */
  read(id: string, signal?: AbortSignal, taille?: number): Readable
  /** Moves a file into the bin; an absent file is no failure, here and below. */
  remove(id: string): Promise<void>
  /** Moves a file out of the bin. */
  putBack(id: string): Promise<void>
  /** Deletes a file for good. */
  drop(id: string, shelf: Shelf): Promise<void>
  list(shelf: Shelf): AsyncIterable<StoredFile>
  /** Tells whether the store has no file at all, under any name, in use or in the bin. */
  isEmpty(): Promise<boolean>
  /** Id of the installation that owns the store, or null. */
  installation(): Promise<string | null>
  /** Writes `id` as owner unless the store has one. @returns the owner's id after it */
  claim(id: string): Promise<string>
  /** Removes the mark of an owner who has added nothing. */
  unclaim(): Promise<void>
  /** Removes uploads abandoned for more than an hour. */
  dropAbandoned(): Promise<void>
  /** @throws CommandError when the store cannot be used */
  check(): Promise<void>
}

/** Says that a store does not give the file that was kept: it lies, or answers as somebody else. Answered as a store that is away. */
export class FichierAltere extends Error {
  readonly code = 'EIO'
  constructor(id: string, how: string) {
    super(`the store does not give ${id} as it was kept: ${how}`)
  }
}

/** @throws FichierAltere when a store says another length than `taille` */
export function requireTaille(id: string, said: number, taille: number | undefined): void {
  if (taille !== undefined && said !== taille) throw new FichierAltere(id, `${said} bytes and not ${taille}`)
}

/** Path of a file below the root of a store. */
export const pathOf = (shelf: Shelf, id: string) => `${shelf}/${id.slice(0, 2)}/${id}.pdf`

/** Id of the file at a path, or null for a foreign path. */
export const idOf = (path: string) =>
  /^(?:plans|corbeille)\/(\w{2})\/(\1[\w-]*)\.pdf$/.exec(path)?.[2] ?? null

/** Name of the mark with the owner's id, beside the shelves. */
export const INSTALLATION_MARK = 'installation'

/** Waits for the first bytes of a kept file, before the answer begins. @throws introuvable (404) when the store has lost it */
export async function waitUntilReadable(
  stream: Readable,
  signal: AbortSignal,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<void> {
  const giveUp = () => stream.destroy()
  signal.addEventListener('abort', giveUp, { once: true })
  stream.once('close', () => signal.removeEventListener('abort', giveUp))
  try {
    await once(stream, 'readable', { signal })
  } catch (error) {
    stream.destroy()
    signal.throwIfAborted()
    if (codeOf(error) !== 'ENOENT') throw error
    log.warn({ err: error }, 'a kept file is lost')
    throw refuse(communesErreurs.introuvable)
  }
}
