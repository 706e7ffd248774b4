import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { FOLDER, MANIFEST, SUMS, type Manifest, seal, SEAL } from '#server/backup/manifest.ts'
import { padding, tarHeader, BLOCK, readTarHeader } from '#server/backup/tar.ts'
import { explainWriteFailure, UnwrittenBackup } from '#server/backup/failure.ts'
import { syncFolder } from '#server/files/disk.ts'
import { CommandError } from '#server/refusal.ts'

export const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')

/** A backup being written; the file gets its name once it is complete and on the disk. */
export interface ArchiveWriter {
  add(name: string, bytes: Buffer): Promise<void>
  /**
   * Writes manifest, checksums and seal, and reads the file back before it gets its name.
   * @returns size in bytes, SHA-256 in hexadecimal, time of the reading. @throws UnwrittenBackup when a byte differs
   */
  finish(
    manifest: Manifest,
    signal?: AbortSignal,
  ): Promise<{ size: number; sha256: string; readBackAt: Date }>
  /** Removes the draft; a finished backup stays. */
  discard(): Promise<void>
}

/** Begins a backup in a new file that only its owner may read. @throws CommandError when the file exists or cannot be made */
export async function createArchive(target: string, madeAt: Date): Promise<ArchiveWriter> {
  const path = resolve(target)
  const draft = `${path}.${randomBytes(3).toString('hex')}.partiel`
  const seconds = Math.floor(madeAt.getTime() / 1000)
  const file = await begin(path, draft)
  const whole = createHash('sha256')
  const sums: string[] = []
  let size = 0

  const write = async (bytes: Buffer) => {
    for (let at = 0; at < bytes.length;) at += (await file.write(bytes, at)).bytesWritten
    size += bytes.length
  }
  const append = async (name: string, bytes: Buffer) => {
    for (const piece of [
      tarHeader(`${FOLDER}/${name}`, bytes.length, seconds),
      bytes,
      padding(bytes.length),
    ]) {
      whole.update(piece)
      await write(piece)
    }
  }
  const add = async (name: string, bytes: Buffer) => {
    sums.push(`${sha256(bytes)}  ${name}\n`)
    await append(name, bytes)
  }
  return {
    add,
    async finish(manifest, signal) {
      await add(MANIFEST, Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`))
      await append(SUMS, Buffer.from(sums.join('')))
      const end = seal(whole.copy().digest('hex'), seconds)
      await write(end)
      await file.sync()
      await file.close()
      const sum = whole.update(end).digest('hex')
      await readBack(draft, sum, signal)
      const readBackAt = new Date()
      await rename(draft, path)
      await syncFolder(dirname(path))
      return { size, sha256: sum, readBackAt }
    },
    async discard() {
      await file.close().catch(() => {})
      await rm(draft, { force: true })
    },
  }
}

async function begin(path: string, draft: string): Promise<FileHandle> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const taken = await open(path, 'r').catch(() => null)
    await taken?.close()
    if (taken) throw new CommandError(`le fichier ${path} existe déjà : choisissez un autre nom.`)
    return await open(draft, 'wx', 0o600)
  } catch (error) {
    throw error instanceof CommandError ? error : explainWriteFailure(path, error)
  }
}

/** Bytes read at a time, and so held in memory. */
const PIECE = 1 << 20

/**
 * Reads a backup back and compares every checksum.
 * @param path the draft. @param sum SHA-256 of all that was written, hexadecimal. @throws UnwrittenBackup when a byte differs
 */
async function readBack(path: string, sum: string, signal?: AbortSignal): Promise<void> {
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
      // The rest of the file must equal the seal of all bytes before it.
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
      // SHA256SUMS is ASCII, so a part cuts no letter.
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

/** Exactly `length` bytes at `at`, valid until the next call; null beyond the end of the file or of the buffer. */
async function readAt(file: FileHandle, into: Buffer, at: number, length: number): Promise<Buffer | null> {
  if (length > into.length) return null
  for (let have = 0; have < length;) {
    const { bytesRead } = await file.read(into, have, length - have, at + have)
    if (bytesRead === 0) return null
    have += bytesRead
  }
  return into.subarray(0, length)
}
