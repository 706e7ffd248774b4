import { Readable } from 'node:stream'
import { contentDisposition } from '#server/documents/download.ts'
import { FichierAltere, type FileStore } from '#server/files/store.ts'
import { TETE, typeDe } from '#shared/types-de-fichier.ts'

/** A kept file, as its row says. */
export interface Fichier {
  id: string
  /** Bytes. */
  taille: number
  type: string
}

/**
 * Bytes of a kept file. The stream fails with a {@link FichierAltere} before its first byte when the store says another length or begins
 * as another type, and at the end of the file when the store had said no length and has given another number of bytes.
 */
export function readIntact(files: Pick<FileStore, 'read'>, fichier: Fichier, signal?: AbortSignal): Readable {
  return Readable.from(intact(files.read(fichier.id, signal, fichier.taille), fichier), {
    objectMode: false,
    ...(signal && { signal }),
  })
}

async function* intact(stored: Readable, { id, taille, type }: Fichier): AsyncGenerator<Buffer> {
  let head: Buffer | null = Buffer.alloc(0)
  let read = 0
  for await (const chunk of stored as AsyncIterable<Buffer>) {
    read += chunk.length
    if (read > taille) break
    if (head === null) yield chunk
    else {
      head = Buffer.concat([head, chunk])
      if (read < Math.min(TETE, taille)) continue
      if (!begins(type, head)) throw new FichierAltere(id, `is no ${type}`)
      yield head
      head = null
    }
  }
  if (read !== taille) throw new FichierAltere(id, `${read} bytes and not ${taille}`)
}

function begins(type: string, head: Buffer): boolean {
  const tete = head.toString('latin1', 0, TETE)
  return type.startsWith('application/vnd.') ? tete.startsWith('PK') : typeDe(tete) === type
}

/** A kept file as the answer of a call, shown in the browser under `nom`. */
export const fichierAnswer = (files: FileStore, { nom, ...fichier }: Fichier & { nom: string }) => ({
  content: readIntact(files, fichier),
  disposition: contentDisposition(nom, 'inline'),
  type: fichier.type,
})
