import { contraintes, sentence, statusOf, type ErrorCode, type ErrorParams } from '#server/erreurs.ts'
import type { ErrorBody } from '#shared/erreurs.ts'
import { VALEUR_INVALIDE } from '#shared/champs.ts'
import { fieldsOf } from '#shared/issues.ts'
import type * as z from 'zod/mini'

/** A refusal the user can understand: a code of server/erreurs.ts, its parameters, and the field it concerns if any. */
export class AppError<C extends ErrorCode = ErrorCode> extends Error {
  readonly code: C
  readonly params: ErrorParams<C>[0]
  /** Seconds for a Retry-After header. */
  retryAfter: number | undefined
  fields: Record<string, string[]> | undefined
  private named = false

  constructor(code: C, ...[params]: ErrorParams<C>) {
    super(code)
    this.code = code
    this.params = params
  }

  /** Attaches the sentence to a field of the form, so that the screen shows it there. */
  on(field: string): this {
    this.fields = { [field]: [this.sentence()] }
    return this
  }

  /** Says the sentence under `error` too, for the calls whose answer is read there (D2 §5, Q135). */
  asError(): this {
    this.named = true
    return this
  }

  status(): number {
    return statusOf(this.code)
  }

  sentence(): string {
    return sentence(this.code, this.params)
  }

  body(): ErrorBody {
    const message = this.sentence()
    return { message, ...(this.named && { error: message }), ...(this.fields && { errors: this.fields }) }
  }
}

/** A refusal of a body whose fields the database was needed to judge: one sentence a field, the first one as the message. */
export function fieldErrors(sentences: Readonly<Record<string, string>>): AppError {
  const refused = new AppError('invalide', { texte: Object.values(sentences)[0] ?? VALEUR_INVALIDE })
  refused.fields = Object.fromEntries(Object.entries(sentences).map(([field, texte]) => [field, [texte]]))
  return refused
}

/** A refused body: every message under its field, the first one as the message (Q22). */
export function validationError(error: z.core.$ZodError): AppError {
  const fields = fieldsOf(error.issues)
  const refused = new AppError('invalide', {
    texte: Object.values(fields)[0]?.[0] ?? 'Cette demande est invalide.',
  })
  refused.fields = fields
  return refused
}

/** The refusal that a violated constraint stands for, null when it has none. */
function refusalOf(constraint: string): AppError | null {
  const { code, params, champ } = contraintes[constraint] ?? {}
  if (!code) return null
  const refused = new AppError(code, ...([params] as unknown as ErrorParams<ErrorCode>))
  return champ ? refused.on(champ) : refused
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
/** The network, a disk without room for a file, a store that does not let us in, is read-only, broken or no folder any more. */
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
const NETWORK_TEXT =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after/

interface DriverError {
  code?: string
  constraint?: string
  message?: string
  severity?: string
}

const asDriverError = (error: unknown): DriverError =>
  typeof error === 'object' && error !== null ? error : {}

/** Serialization failures and deadlocks: the transaction may simply be run again. */
export function isRetryable(error: unknown): boolean {
  return RETRYABLE.has(asDriverError(error).code ?? '')
}

/** Any failure → the refusal it stands for, or null when it is a defect of ours (a 500). */
export function toAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error
  const { code = '', constraint, message = '', severity } = asDriverError(error)
  const known = constraint === undefined ? null : refusalOf(constraint)
  if (known) return known
  const fromDatabase = severity !== undefined
  if (fromDatabase && (code === '23503' || code === '23505' || RETRYABLE.has(code)))
    return new AppError('conflit')
  if (UNAVAILABLE.has(code) || (!fromDatabase && (SYSTEM.has(code) || NETWORK_TEXT.test(message))))
    return new AppError('indisponible')
  return fromHttp(code)
}

/** Refusals of Fastify and of streams. */
function fromHttp(code: string): AppError | null {
  switch (code) {
    // How a stream ends whose other end has left.
    case 'ERR_STREAM_PREMATURE_CLOSE':
      return new AppError('abandon')
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('tropGrand')
    case 'FST_REQ_FILE_TOO_LARGE':
      return new AppError('fichierTropGrand')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_INVALID_MULTIPART_CONTENT_TYPE':
      return new AppError('typeRefuse')
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'FST_ERR_BAD_URL':
    case 'FST_FILES_LIMIT':
    case 'FST_PARTS_LIMIT':
    case 'FST_FIELDS_LIMIT':
    case 'FST_PROTO_VIOLATION':
      return new AppError('illisible')
    default:
      return null
  }
}
