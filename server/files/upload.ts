import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { Db } from '#server/database/db.ts'
import { communesErreurs, type ErreurFixe } from '#shared/erreurs.ts'
import { FINS, QUEUE, TETE, typeDe, TYPES_DE_PIECE, type TypeDePiece } from '#shared/types-de-fichier.ts'
import { judgeClasseur } from '#server/documents/classeur/archive.ts'
import { refuse } from '#server/http/errors.ts'
import { requireStore } from '#server/files/installation.ts'
import { requireSpace } from '#server/files/disk-space.ts'
import type { FileStore } from '#server/files/store.ts'
import { REQUESTS } from '#server/limits.ts'

/** End of a request; after an unknown one housekeeping compares the store with the database. */
export type Outcome = 'committed' | 'refused' | 'unknown'

/** A received file, checked by its content; a service keeps it or not. */
export interface UploadedFile {
  nom: string
  taille: number
  sha256: Buffer
  type: TypeDeFichier
  bytes(): Promise<Buffer>
  /** Brings the bytes to the store, before the transaction that names them. */
  store(pool: Db): Promise<void>
  /** Inserts the file's row inside the caller's transaction. @returns its id */
  keep(db: Db): Promise<string>
  /** Removes the draft, and the stored bytes unless a row names them or the end is unknown. */
  settle(outcome: Outcome): Promise<void>
}

/** A boundary has 1 to 70 characters (RFC 2046); the parser fails on any other. */
const BOUNDARY = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))\s*(?:;|$)/i

/** Boundary of a form. @throws illisible (400) without one */
export function requireBoundary({ headers }: FastifyRequest): string {
  const [, quoted, plain] = BOUNDARY.exec(headers['content-type'] ?? '') ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined) throw refuse(communesErreurs.illisible)
  return boundary
}

/** Tells whether the parser met the end of the request inside a part, or before the closing boundary. */
const endedEarly = (error: unknown) =>
  error instanceof Error && /^(?:Part terminated early|Unexpected end of multipart data)/.test(error.message)

/** Reads the text fields and the one file of a form. @throws illisible (400), tropGrand (413), the refusals of the file */
export async function readMultipart(
  request: FastifyRequest,
  part: string,
  store: FileStore,
  accept: Accepted = 'plan',
): Promise<{ fields: Record<string, unknown>; file: UploadedFile | null }> {
  const fields: Record<string, unknown> = {}
  let file: UploadedFile | null = null
  // The parser takes a request without a byte for an empty form.
  let begun = false
  request.raw.once('data', () => (begun = true))
  try {
    for await (const piece of request.parts({
      limits: {
        fileSize: ACCEPTED[accept].max ?? REQUESTS.file,
        files: 1,
        fields: REQUESTS.fields,
        fieldSize: REQUESTS.field,
      },
    })) {
      // A truncated text would pass for the whole one.
      if (piece.type === 'field' && piece.valueTruncated) throw refuse(communesErreurs.tropGrand)
      if (piece.type === 'field')
        Object.defineProperty(fields, piece.fieldname, {
          value: piece.value,
          enumerable: true,
          configurable: true,
        })
      else if (piece.fieldname !== part) throw refuse(communesErreurs.illisible)
      else file = await receive(piece, store, accept, announced(request))
    }
    if (!begun) throw refuse(communesErreurs.illisible)
  } catch (error) {
    discardRest(request)
    await file?.settle('refused')
    throw endedEarly(error) ? refuse(communesErreurs.illisible) : error
  }
  return { fields, file }
}

/** Reads and discards a refused upload: unread it would block its connection, which, closed, would lose the answer. */
export const discardRest = ({ raw }: FastifyRequest) => void raw.unpipe().resume()

type Accepted = 'plan' | 'piece' | 'classeur' | 'logo'
type TypeDeFichier = TypeDePiece | typeof XLSX
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Types told by the first bytes (Q116); without types the file is judged as a workbook. */
const ACCEPTED: Record<
  Accepted,
  { types: readonly TypeDePiece[]; refusal: ErreurFixe; named: string; max?: number }
> = {
  plan: { types: ['application/pdf'], refusal: communesErreurs.fichierPasPdf, named: 'plan.pdf' },
  piece: {
    types: TYPES_DE_PIECE,
    refusal: communesErreurs.fichierPasPiece,
    named: 'justificatif',
  },
  classeur: { types: [], refusal: communesErreurs.pasClasseur, named: 'classeur.xlsx' },
  // One sentence for every fault of a logo.
  logo: {
    types: ['image/jpeg', 'image/png'],
    refusal: communesErreurs.logoRefuse,
    named: 'logo',
    max: REQUESTS.logo,
  },
}

/** Streams a part to a draft, and judges it by its first and last bytes, a workbook by its directory. */
async function receive(
  piece: MultipartFile,
  store: FileStore,
  accept: Accepted,
  announced: number,
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
      coming.left -= chunk.length
      hash.update(chunk)
      if (head.length < TETE) head = Buffer.concat([head, chunk]).subarray(0, TETE)
      tail = Buffer.concat([tail, chunk]).subarray(-QUEUE)
      done(null, chunk)
    },
  })
  const folder = dirname(draft)
  const judge = async (): Promise<{ type: TypeDeFichier } | { refused: ErreurFixe }> => {
    if (taille === 0) return { refused: refusal }
    if (accept === 'classeur') {
      const refused = await judgeClasseur(draft)
      return refused ? { refused: communesErreurs[refused] } : { type: XLSX }
    }
    const type = typeDe(head.toString('latin1'))
    return type && types.includes(type) && tail.includes(FINS[type], 0, 'latin1')
      ? { type }
      : { refused: refusal }
  }
  const coming = { left: announced }
  underWay.add(coming)
  try {
    await requireSpace(folder, bytesToCome(), 'plan')
    // A part that ended early is already closed; a pipeline would wait for its end for ever.
    if (piece.file.destroyed) throw refuse(communesErreurs.illisible)
    await pipeline(piece.file, watch, createWriteStream(draft, { flags: 'wx', mode: 0o600 }))
    // Checks again after the write: several uploads at once could together take the reserve.
    await requireSpace(folder, 0, 'plan')
    if (piece.file.truncated)
      throw refuse(max === undefined ? communesErreurs.fichierTropGrand : refusal).on(piece.fieldname)
    const judged = await judge()
    if ('type' in judged)
      return uploaded(draft, { nom: nomDe(piece, named), taille, sha256: hash.digest(), ...judged }, store)
    if (taille > 0 || (accept !== 'piece' && piece.filename)) throw refuse(judged.refused).on(piece.fieldname)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  } finally {
    underWay.delete(coming)
  }
  await rm(draft, { force: true })
  return null
}

/** Bytes that each upload under way may still write. */
const underWay = new Set<{ left: number }>()

/** Together uploads could otherwise take the room that each alone leaves to the database. */
const bytesToCome = () => [...underWay].reduce((sum, { left }) => sum + Math.max(0, left), 0)

/** Bytes that a request says it has, the largest file where it says nothing. */
const announced = ({ headers }: FastifyRequest): number =>
  Math.min(Number(headers['content-length'] ?? REQUESTS.file), REQUESTS.file)

/** File name as sent, without control characters, 255 characters at most. */
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
  const id = randomUUID()
  let [mayBeStored, named] = [false, false]
  return {
    ...facts,
    bytes: () => readFile(draft),
    async store(pool) {
      await requireStore(store, pool)
      mayBeStored = true
      await store.keep(draft, id)
    },
    async keep(db) {
      await db
        .insertInto('fichiers')
        .values({ id, ...facts })
        .execute()
      named = true
      return id
    },
    async settle(outcome) {
      await rm(draft, { force: true })
      const orphan = outcome === 'refused' || (outcome === 'committed' && !named)
      if (mayBeStored && orphan) await store.drop(id, 'plans')
    },
  }
}
