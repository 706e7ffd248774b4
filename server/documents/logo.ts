/** The promoter's logo on its way to the papers: its bytes, kept for the next ones. */
import { buffer } from 'node:stream/consumers'
import type { Picture } from '#server/documents/documents-pool.ts'
import type { LogoImprime } from '#server/documents/papier.ts'
import type { FileStore } from '#server/files/store.ts'

/** A file never changes under its id: what was read once is read for good. */
const KEPT = 4
const read = new Map<string, Picture>()
const undrawable = new Set<string>()

/** Its picture; null when its bytes cannot be had, or are no picture that papers can have. A paper waits for no logo that is not there. */
export async function readLogo(
  files: Pick<FileStore, 'read'>,
  { id, type }: LogoImprime,
  signal?: AbortSignal,
): Promise<Picture | null> {
  const known = read.get(id)
  if (known) return known
  try {
    const picture = toPicture(await buffer(files.read(id, signal)), type)
    for (const former of [...read.keys()].slice(0, Math.max(0, read.size + 1 - KEPT))) read.delete(former)
    read.set(id, picture)
    return picture
  } catch {
    return null
  }
}

/** What the engine is given of a file of that type. */
export const toPicture = (octets: Uint8Array, type: string): Picture => ({
  nom: type === 'image/png' ? 'logo.png' : 'logo.jpg',
  octets,
})

/** One that papers were made without because the engine could not draw it: it is not tried again as long as this process lives. */
export const isUndrawable = ({ id }: LogoImprime): boolean => undrawable.has(id)
export function keepUndrawable({ id }: LogoImprime): void {
  undrawable.add(id)
}
