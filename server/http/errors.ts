import {
  communesErreurs,
  refusal,
  type Contraintes,
  type Erreur,
  type ErrorBody,
  type ParamsOf,
  type Refusal,
} from '#shared/erreurs.ts'
import { VALEUR_INVALIDE } from '#shared/champs/codecs.ts'
import { fieldsOf } from '#shared/issues.ts'
import type * as z from 'zod/mini'

/** Refusals by violated constraint, filled by {@link knowConstraints} when the registry loads. */
const constraints: Contraintes = {}

/** Adds what violated constraints of the database mean to what {@link toAppError} answers. */
export const knowConstraints = (known: Contraintes): void => void Object.assign(constraints, known)

/** Fields of a refusal beside its sentence. */
type Facts = Pick<ErrorBody, 'desactive_le' | 'compte' | 'obstacles' | 'liens'>

/** The error of a refusal: an answer that the member understands, under the field at fault if there is one. */
export class AppError extends Error {
  readonly #refusal: Refusal
  /** Seconds of the Retry-After header. */
  retryAfter: number | undefined
  fields: Record<string, string[]> | undefined
  #named = false
  #said: Facts = {}

  constructor(refused: Refusal) {
    super(refused.message)
    this.#refusal = refused
    if (refused.field !== null) this.on(refused.field)
  }

  /** Attaches the sentence to a form field, where the screen shows it. */
  on(field: string): this {
    this.fields = { [field]: [this.message] }
    return this
  }

  /** Repeats the sentence under `error`, for the calls whose answer is read there (D2 §5, Q135). */
  asError(): this {
    this.#named = true
    return this
  }

  /** Adds a fact to the answer, beside the sentence. */
  saying(fact: Facts): this {
    this.#said = fact
    return this
  }

  is(erreur: Erreur): boolean {
    return this.#refusal.of === erreur
  }

  status(): number {
    return this.#refusal.of.status
  }

  /** Tells whether the cause is only too many calls at once. */
  isOverload(): boolean {
    return this.retryAfter !== undefined && this.status() === 503 && this.cause === undefined
  }

  body(): ErrorBody {
    const { message } = this
    return {
      message,
      ...(this.#named && { error: message }),
      ...(this.fields && { errors: this.fields }),
      ...this.#said,
    }
  }
}

/** Makes the error of a refusal: `throw refuse(ventesErreurs.venteClose, { dossier, jour })`. */
export const refuse = <E extends Erreur>(erreur: E, ...params: ParamsOf<E>): AppError =>
  new AppError(refusal(erreur, ...params))

/**
 * Refuses when a rule is broken.
 * @param broken what {@link refusal} made of it; null or undefined when it is kept
 * @param field the field at fault, where the rule leaves it to its caller
 */
export function assertKept(broken: Refusal | null | undefined, field?: string): void {
  if (broken) throw new AppError(field === undefined ? broken : { ...broken, field })
}

/** Refuses a body (invalide, 422) with one sentence a field; the first is the message. */
export function fieldErrors(sentences: Readonly<Record<string, string>>): AppError {
  const refused = refuse(communesErreurs.invalide, { texte: Object.values(sentences)[0] ?? VALEUR_INVALIDE })
  refused.fields = Object.fromEntries(Object.entries(sentences).map(([field, texte]) => [field, [texte]]))
  return refused
}

/** Refusal of a body: every message under its field, the first one as the message (Q22). */
export function validationError(error: z.core.$ZodError): AppError {
  const fields = fieldsOf(error.issues)
  const refused = refuse(communesErreurs.invalide, {
    texte: Object.values(fields)[0]?.[0] ?? 'Cette demande est invalide.',
  })
  refused.fields = fields
  return refused
}

const UNAVAILABLE = new Set([
  '53100',
  '53200',
  '53300',
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08001',
  '08003',
  '08006',
  '57014',
  '55P03',
  '25P03',
])
const RETRYABLE = new Set(['40001', '40P01'])
/** System error codes of a network, disk or store out of order. */
const SYSTEM = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'EIO',
  'ESTALE',
  'ENOTDIR',
  'EISDIR',
  'EEXIST',
  'EMFILE',
  'ENFILE',
  'ENOSPC',
  'EDQUOT',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** The driver's own words; the last two are said of the statement after the one that the database broke off, which is the rollback. */
const NETWORK_TEXT =
  /Connection terminated|timeout exceeded when trying to connect|Cannot use a pool after|Client has encountered a connection error|Client was closed/

interface DriverError {
  code?: string
  constraint?: string
  message?: string
  severity?: string
}

const asDriverError = (error: unknown): DriverError =>
  typeof error === 'object' && error !== null ? error : {}

/** Tells whether a transaction may run again: serialization failures and deadlocks. */
export function isRetryable(error: unknown): boolean {
  return RETRYABLE.has(asDriverError(error).code ?? '')
}

/** Refusal for any error; null for a defect of ours (500). */
export function toAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error
  const { code = '', constraint, message = '', severity } = asDriverError(error)
  const known = constraint === undefined ? undefined : constraints[constraint]
  if (known) return new AppError(known)
  const fromDatabase = severity !== undefined
  if (fromDatabase && (code === '23503' || code === '23505' || RETRYABLE.has(code)))
    return refuse(communesErreurs.conflit)
  if (UNAVAILABLE.has(code) || (!fromDatabase && (SYSTEM.has(code) || NETWORK_TEXT.test(message))))
    return refuse(communesErreurs.indisponible)
  return fromHttp(code)
}

function fromHttp(code: string): AppError | null {
  switch (code) {
    // Code of a stream whose other end has left.
    case 'ERR_STREAM_PREMATURE_CLOSE':
      return refuse(communesErreurs.abandon)
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return refuse(communesErreurs.tropGrand)
    case 'FST_REQ_FILE_TOO_LARGE':
      return refuse(communesErreurs.fichierTropGrand)
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_INVALID_MULTIPART_CONTENT_TYPE':
      return refuse(communesErreurs.typeRefuse)
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_INVALID_JSON_FIELD_ERROR':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'FST_ERR_BAD_URL':
    case 'FST_FILES_LIMIT':
    case 'FST_PARTS_LIMIT':
    case 'FST_FIELDS_LIMIT':
    case 'FST_PROTO_VIOLATION':
      return refuse(communesErreurs.illisible)
    default:
      return null
  }
}
