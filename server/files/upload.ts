import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { Db } from '#server/database/db.ts'
import type { ErrorCode } from '#server/erreurs.ts'
import { jugerClasseur } from '#server/documents/classeur/archive.ts'
import { AppError } from '#server/http/errors.ts'
import { requireStore } from '#server/files/installation.ts'
import { requireSpace } from '#server/files/disk-space.ts'
import type { FileStore } from '#server/files/store.ts'

/** 10 Mo (Q116). */
const FILE_MAX = 10 * 1024 * 1024
/** 200 Ko: it goes with every paper. */
const LOGO_MAX = 200 * 1024

/** A file that arrived with a request: checked by its content, not kept unless a service says so. */
export interface UploadedFile {
  nom: string
  taille: number
  sha256: Buffer
  type: TypeDeFichier
  /** All its bytes, for who has to look inside. */
  bytes(): Promise<Buffer>
  /** Keeps it for good and returns its id, inside the caller's transaction. */
  keep(db: Db): Promise<string>
  /** Tells how the request ended. After an unknown outcome the bytes stay: the sweeper compares them with the database. */
  settle(outcome: 'committed' | 'refused' | 'unknown'): Promise<void>
}

/** What stands between the parts is named, and no longer than it may be (RFC 2046); the parser fails on any other. */
const BOUNDARY = /;\s*boundary=(?:"[^"]{1,70}"|[^\s;"]{1,70})\s*(?:;|$)/i

/**
 * Looks whether a form says what stands between its parts, before any of them is received.
 * @throws illisible (400)
 */
export function requireBoundary({ headers }: FastifyRequest): void {
  if (!BOUNDARY.test(headers['content-type'] ?? '')) throw new AppError('illisible')
}

/** How the parser says that the request stopped inside a part. */
const endedEarly = (error: unknown) =>
  error instanceof Error && error.message.startsWith('Part terminated early')

/** The text fields and the one file of a multipart request that has a boundary ({@link requireBoundary}). Other files are refused. @param accept what that file may be */
export async function readMultipart(
  request: FastifyRequest,
  part: string,
  store: FileStore,
  accept: Accepted = 'plan',
): Promise<{ fields: Record<string, unknown>; file: UploadedFile | null }> {
  const fields: Record<string, unknown> = {}
  let file: UploadedFile | null = null
  try {
    for await (const piece of request.parts({
      limits: { fileSize: ACCEPTED[accept].max ?? FILE_MAX, files: 1, fields: 50, fieldSize: 64 * 1024 },
    })) {
      // A shortened text would be taken for the whole one.
      if (piece.type === 'field' && piece.valueTruncated) throw new AppError('tropGrand')
      if (piece.type === 'field')
        Object.defineProperty(fields, piece.fieldname, {
          value: piece.value,
          enumerable: true,
          configurable: true,
        })
      else if (piece.fieldname !== part) throw new AppError('illisible')
      else file = await receive(piece, store, accept)
    }
  } catch (error) {
    discardRest(request)
    await file?.settle('refused')
    throw endedEarly(error) ? new AppError('illisible') : error
  }
  return { fields, file }
}

/**
 * Lets the rest of a refused upload arrive and be forgotten. Left unread it would hold up the next request of its connection
 * until the connection is given up; closed at once, the browser would lose the answer.
 */
const discardRest = ({ raw }: FastifyRequest) => void raw.unpipe().resume()

export type Accepted = 'plan' | 'piece' | 'classeur' | 'logo'
type TypeSigne = 'application/pdf' | 'image/jpeg' | 'image/png'
type TypeDeFichier = TypeSigne | typeof XLSX
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** What a file of each type begins with, and what stands near its end: a cut one does not have it (Q116). */
const SIGNS: Record<TypeSigne, { head: Buffer; end: Buffer }> = {
  'application/pdf': { head: Buffer.from('%PDF-'), end: Buffer.from('%%EOF') },
  'image/jpeg': { head: Buffer.from([0xff, 0xd8, 0xff]), end: Buffer.from([0xff, 0xd9]) },
  'image/png': {
    head: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    end: Buffer.from('IEND'),
  },
}
const HEAD = 8
/** `types`: told by their signs; without any, the file is judged as a workbook, whose refusals say what it is instead. */
const ACCEPTED: Record<Accepted, { types: TypeSigne[]; refusal: ErrorCode; named: string; max?: number }> = {
  plan: { types: ['application/pdf'], refusal: 'fichierPasPdf', named: 'plan.pdf' },
  piece: {
    types: ['application/pdf', 'image/jpeg', 'image/png'],
    refusal: 'fichierPasPiece',
    named: 'justificatif',
  },
  classeur: { types: [], refusal: 'pasClasseur', named: 'classeur.xlsx' },
  // Whatever is wrong with it, one sentence says what it may be.
  logo: { types: ['image/jpeg', 'image/png'], refusal: 'logoRefuse', named: 'logo', max: LOGO_MAX },
}

/** Streams one part to a draft, judging it by its first bytes and its last, a workbook by its directory too. */
async function receive(
  piece: MultipartFile,
  store: FileStore,
  accept: Accepted,
): Promise<UploadedFile | null> {
  const { types, refusal, named, max } = ACCEPTED[accept]
  const draft = await store.draft()
  const hash = createHash('sha256')
  let taille = 0
  let head = Buffer.alloc(0)
  let tail = Buffer.alloc(0)
  const watch = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      taille += chunk.length
      hash.update(chunk)
      if (head.length < HEAD) head = Buffer.concat([head, chunk]).subarray(0, HEAD)
      tail = Buffer.concat([tail, chunk]).subarray(-2048)
      done(null, chunk)
    },
  })
  const folder = dirname(draft)
  const judge = async (): Promise<{ type: TypeDeFichier } | { refused: ErrorCode }> => {
    if (taille === 0) return { refused: refusal }
    if (accept === 'classeur') {
      const refused = await jugerClasseur(draft)
      return refused ? { refused } : { type: XLSX }
    }
    const type = types.find((candidate) => {
      const { head: first, end } = SIGNS[candidate]
      return head.subarray(0, first.length).equals(first) && tail.includes(end)
    })
    return type ? { type } : { refused: refusal }
  }
  try {
    await requireSpace(folder, 0, 'plan')
    // A part that stopped short before it is read is closed already, and a pipeline would wait for its end for ever.
    if (piece.file.destroyed) throw new AppError('illisible')
    await pipeline(piece.file, watch, createWriteStream(draft, { flags: 'wx', mode: 0o600 }))
    // Now that it is there: several at once must not take together what each could have had alone.
    await requireSpace(folder, 0, 'plan')
    if (piece.file.truncated)
      throw new AppError(max === undefined ? 'fichierTropGrand' : refusal).on(piece.fieldname)
    const judged = await judge()
    if ('type' in judged)
      return uploaded(draft, { nom: nomDe(piece, named), taille, sha256: hash.digest(), ...judged }, store)
    if (taille > 0 || (accept !== 'piece' && piece.filename))
      throw new AppError(judged.refused).on(piece.fieldname)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  await rm(draft, { force: true })
  return null
}

/** The name it had where it comes from, without what no text of ours may hold. */
const nomDe = ({ filename }: MultipartFile, unnamed: string) =>
  filename
    .slice(0, 1020)
    .normalize('NFC')
    .slice(0, 255)
    .replace(/[\p{Cc}\p{Cs}]/gu, '') || unnamed

function uploaded(
  draft: string,
  facts: Pick<UploadedFile, 'nom' | 'taille' | 'sha256' | 'type'>,
  store: FileStore,
): UploadedFile {
  let kept: string | null = null
  return {
    ...facts,
    bytes: () => readFile(draft),
    async keep(db) {
      const id = kept ?? randomUUID()
      await db
        .insertInto('fichiers')
        .values({ id, ...facts })
        .execute()
      if (!kept) {
        await requireStore(store, db)
        await store.keep(draft, id)
      }
      return (kept = id)
    },
    async settle(outcome) {
      await rm(draft, { force: true })
      if (kept && outcome === 'refused') await store.drop(kept, 'plans')
    },
  }
}
