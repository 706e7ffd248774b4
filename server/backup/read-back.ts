import { createHash } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import { FOLDER, SEAL, SUMS } from '#server/backup/manifest.ts'
import { seal } from '#server/backup/seal.ts'
import { BLOCK, readTarHeader } from '#server/backup/tar.ts'
import { UnwrittenBackup } from '#server/backup/unwritten.ts'

/** Bytes that are read at a time: what reading back holds in memory, however large the backup. */
const PIECE = 1 << 20

/**
 * Reads a backup back from the disk, whole, and compares every sum: that of each file in it, the seal, and that of the whole.
 * @param path as it was written, before it has its name
 * @param sum SHA-256 of all that was written, hexadecimal
 * @throws UnwrittenBackup when a byte of it is not what was written
 */
export async function readBack(path: string, sum: string, signal?: AbortSignal): Promise<void> {
  const file = await open(path, 'r')
  try {
    if (!(await isAsWritten(file, sum, signal)))
      throw new UnwrittenBackup(path, "le fichier relu n'est pas celui qui a été écrit")
  } finally {
    await file.close()
  }
}

async function isAsWritten(file: FileHandle, sum: string, signal?: AbortSignal): Promise<boolean> {
  const { size } = await file.stat()
  const piece = Buffer.alloc(PIECE)
  const whole = createHash('sha256')
  const found = new Map<string, string>()
  let listed = ''
  for (let at = 0; at < size;) {
    const block = await readAt(file, piece, at, BLOCK)
    const header = block && readTarHeader(block)
    if (!header) return false
    const name = header.name.replace(`${FOLDER}/`, '')
    if (name === SEAL) {
      // All that is left: what it must be follows from what comes before.
      const end = await readAt(file, piece, at, size - at)
      return (
        end?.equals(seal(whole.copy().digest('hex'), header.seconds)) === true &&
        whole.update(end).digest('hex') === sum &&
        listed === [...found].map(([of, is]) => `${is}  ${of}\n`).join('')
      )
    }
    whole.update(block)
    at += BLOCK
    const [own, end] = [createHash('sha256'), at + header.size]
    const kept: string[] = []
    while (at < end) {
      signal?.throwIfAborted()
      const part = await readAt(file, piece, at, Math.min(PIECE, end - at))
      if (!part) return false
      whole.update(part)
      own.update(part)
      // Names in it are ASCII: no letter is cut in two.
      if (name === SUMS) kept.push(part.toString('latin1'))
      at += part.length
    }
    const filling = (BLOCK - (header.size % BLOCK)) % BLOCK
    const rest = await readAt(file, piece, at, filling)
    if (!rest) return false
    whole.update(rest)
    at += filling
    if (name === SUMS) listed = kept.join('')
    else found.set(name, own.digest('hex'))
  }
  return false
}

/** So many bytes of the file, valid until the next ones are read; null when it ends before, or they are too many. */
async function readAt(file: FileHandle, into: Buffer, at: number, length: number): Promise<Buffer | null> {
  if (length > into.length) return null
  for (let have = 0; have < length;) {
    const { bytesRead } = await file.read(into, have, length - have, at + have)
    if (bytesRead === 0) return null
    have += bytesRead
  }
  return into.subarray(0, length)
}
