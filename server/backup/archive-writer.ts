import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { FOLDER, MANIFEST, SEAL, SUMS, type Manifest } from '#server/backup/manifest.ts'
import { padding, TAR_END, tarHeader } from '#server/backup/tar.ts'
import { NotEnoughSpace, formatOctets } from '#server/files/disk-space.ts'
import { syncFolder } from '#server/files/sync.ts'
import { Refusal } from '#server/http/refusal.ts'

export const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')

/** A backup being written. It takes its name only once it is complete and on the disk. */
export interface ArchiveWriter {
  /** Adds a file and remembers its checksum. */
  add(name: string, bytes: Buffer): Promise<void>
  /** Writes the manifest, the checksums and the seal. @returns size in bytes and SHA-256 of the whole file */
  finish(manifest: Manifest): Promise<{ size: number; sha256: string }>
  /** Leaves nothing behind, unless it is finished. */
  discard(): Promise<void>
}

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
    async finish(manifest) {
      await add(MANIFEST, Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`))
      await append(SUMS, Buffer.from(sums.join('')))
      const end = seal(whole.copy().digest('hex'), seconds)
      await write(end)
      await file.sync()
      await file.close()
      await rename(draft, path)
      await syncFolder(dirname(path))
      return { size, sha256: whole.update(end).digest('hex') }
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

/** What the disk says against a backup, as a sentence; any other failure as it is. */
export function explainWriteFailure(path: string, error: unknown): unknown {
  if (error instanceof NotEnoughSpace)
    return new Refusal(`la sauvegarde ${path} n'a pas pu être écrite : ${lackOf(error)}.`, { cause: error })
  const reason = REASONS[error instanceof Error && 'code' in error ? String(error.code) : '']
  return reason ? new Refusal(`la sauvegarde ${path} n'a pas pu être écrite : ${reason}.`) : error
}

function lackOf({ needed, kept, free }: NotEnoughSpace): string {
  const reserve = kept > 0 ? `, plus ${formatOctets(kept)} à laisser libres pour la base de données` : ''
  return `il faut ${formatOctets(needed)}${reserve}, et le disque n'a que ${formatOctets(free, 'floor')} libres`
}

const REASONS: Record<string, string> = {
  ENOSPC: 'le disque est plein',
  EDQUOT: 'le disque est plein',
  EACCES: "l'accès au dossier est refusé",
  EPERM: "l'accès au dossier est refusé",
  EROFS: 'le disque est en lecture seule',
  ENOENT: "le dossier n'existe pas et ne peut pas être créé",
  ENOTDIR: "le chemin n'est pas un dossier",
  EEXIST: "le chemin n'est pas un dossier",
  EIO: 'le disque est défaillant',
}
