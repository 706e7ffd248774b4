import { FOLDER, SEAL } from '#server/backup/manifest.ts'
import { padding, TAR_END, tarHeader } from '#server/backup/tar.ts'

/**
 * The last file of a backup, and the end of the tar: it holds the SHA-256 of every byte before it.
 * Known to the last byte from that sum, so that no byte of the whole file can change unseen.
 */
export function seal(sum: string, seconds: number): Buffer {
  const content = Buffer.from(`${sum}\n`)
  return Buffer.concat([
    tarHeader(`${FOLDER}/${SEAL}`, content.length, seconds),
    content,
    padding(content.length),
    TAR_END,
  ])
}
