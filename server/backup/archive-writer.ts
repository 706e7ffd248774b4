import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { readBack } from '#server/backup/read-back.ts'
import { FOLDER, MANIFEST, SUMS, type Manifest } from '#server/backup/manifest.ts'
import { seal } from '#server/backup/seal.ts'
import { padding, tarHeader } from '#server/backup/tar.ts'
import { explainWriteFailure } from '#server/backup/unwritten.ts'
import { syncFolder } from '#server/files/sync.ts'
import { Refusal } from '#server/http/refusal.ts'

export const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')

/** A backup being written. It takes its name only once it is complete and on the disk. */
export interface ArchiveWriter {
  /** Adds a file and remembers its checksum. */
  add(name: string, bytes: Buffer): Promise<void>
  /**
   * Writes the manifest, the checksums and the seal, and reads all of it back before it has its name.
   * @returns size in bytes and SHA-256 of the whole file, and when it was found to be what was written
   * @throws UnwrittenBackup when a byte of it is not
   */
  finish(
    manifest: Manifest,
    signal?: AbortSignal,
  ): Promise<{ size: number; sha256: string; readBackAt: Date }>
  /** Leaves nothing behind, unless it is finished. */
  discard(): Promise<void>
}

/**
 * Begins a backup in a new file. Nobody but its owner may read it.
 * @param target what it will be called; a file of that name is never replaced
 * @throws Refusal when the file exists or cannot be made
 */
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
    if (taken) throw new Refusal(`le fichier ${path} existe déjà : choisissez un autre nom.`)
    return await open(draft, 'wx', 0o600)
  } catch (error) {
    throw error instanceof Refusal ? error : explainWriteFailure(path, error)
  }
}
