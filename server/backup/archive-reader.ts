import { createHash } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import { sha256 } from '#server/backup/archive-writer.ts'
import {
  FOLDER,
  FORMAT,
  MANIFEST,
  manifestSchema,
  SUMS,
  type Manifest,
  seal,
} from '#server/backup/manifest.ts'
import { BLOCK, readTarHeader, type Entry } from '#server/backup/tar.ts'
import { codeOf, CommandError } from '#server/refusal.ts'

/** A backup whose every byte has been checked. */
export interface Archive {
  manifest: Manifest
  /** Bytes of one file of the backup, checked again. @throws CommandError when the disk returns other bytes than before */
  read(name: string): Promise<Buffer>
  close(): Promise<void>
}

/** Opens a backup after a check of every byte. @throws CommandError for a file that is no backup, is damaged or cut, or was made by a newer Diyar */
export async function openArchive(path: string): Promise<Archive> {
  const file = await open(path, 'r').catch((error: unknown) => {
    throw unreadable(path, error)
  })
  try {
    const entries = index(await readEntries(file, path, await verifySeal(file, path)))
    const sums = readSums(await bytesOf(file, entries.get(SUMS), damaged(path)))
    const read = async (name: string) => {
      const bytes = await bytesOf(file, entries.get(name), damaged(path))
      if (sums.get(name) !== sha256(bytes)) throw damaged(path)
      return bytes
    }
    return { manifest: readManifest(path, await read(MANIFEST)), read, close: () => file.close() }
  } catch (error) {
    await file.close()
    throw error
  }
}

/** Compares the end of the file with the seal computed from all bytes before it. @returns offset of the seal */
async function verifySeal(file: FileHandle, path: string): Promise<number> {
  const first = Buffer.alloc(BLOCK)
  await file.read(first, 0, BLOCK, 0).catch((error: unknown) => {
    throw unreadable(path, error)
  })
  const header = readTarHeader(first)
  if (!first.toString('latin1').startsWith(`${FOLDER}/`))
    throw new CommandError(`le fichier ${path} n'est pas une sauvegarde de Diyar.`)
  const length = seal('0'.repeat(64), 0).length
  const end = (await file.stat()).size - length
  if (!header || end < BLOCK) throw damaged(path)
  const whole = createHash('sha256')
  for await (const chunk of file.createReadStream({
    start: 0,
    end: end - 1,
    autoClose: false,
    highWaterMark: 1 << 20,
  }))
    whole.update(chunk)
  const found = Buffer.alloc(length)
  await file.read(found, 0, length, end)
  if (!found.equals(seal(whole.digest('hex'), header.seconds))) throw damaged(path)
  return end
}

async function readEntries(file: FileHandle, path: string, end: number): Promise<Entry[]> {
  const entries: Entry[] = []
  for (let at = 0; at < end;) {
    const block = Buffer.alloc(BLOCK)
    await file.read(block, 0, BLOCK, at)
    const header = readTarHeader(block)
    if (!header) throw damaged(path)
    entries.push({ name: header.name, size: header.size, offset: at + BLOCK })
    at += BLOCK + Math.ceil(header.size / BLOCK) * BLOCK
  }
  return entries
}

const index = (entries: Entry[]) =>
  new Map(entries.map((entry) => [entry.name.replace(`${FOLDER}/`, ''), entry]))

const readSums = (bytes: Buffer) =>
  new Map(
    bytes
      .toString()
      .split('\n')
      .filter(Boolean)
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  )

async function bytesOf(file: FileHandle, entry: Entry | undefined, missing: CommandError): Promise<Buffer> {
  if (!entry) throw missing
  const bytes = Buffer.alloc(entry.size)
  const { bytesRead } = await file.read(bytes, 0, entry.size, entry.offset)
  if (bytesRead !== entry.size) throw missing
  return bytes
}

function readManifest(path: string, bytes: Buffer): Manifest {
  const json: unknown = JSON.parse(bytes.toString())
  const format = typeof json === 'object' && json !== null && 'format' in json ? json.format : undefined
  if (format !== FORMAT)
    throw new CommandError(
      `la sauvegarde ${path} a été faite par une version plus récente de Diyar (format ${String(format)}) : mettez Diyar à jour.`,
    )
  return manifestSchema.parse(json)
}

const damaged = (path: string) =>
  new CommandError(
    `la sauvegarde ${path} est abîmée ou incomplète : rien n'a été restauré, prenez-en une autre ou recopiez-la.`,
  )

function unreadable(path: string, error: unknown): unknown {
  const code = codeOf(error)
  if (code === 'ENOENT') return new CommandError(`le fichier ${path} n'existe pas.`)
  if (code === 'EACCES')
    return new CommandError(`le fichier ${path} ne peut pas être lu : l'accès est refusé.`)
  if (code === 'EISDIR') return new CommandError(`${path} est un dossier, pas une sauvegarde.`)
  return error
}
