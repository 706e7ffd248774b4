import type * as z from 'zod/mini'
import type { Access } from '#shared/droits.ts'

/** Path of every call, on the host that serves the screens (D1 §7). */
export const BASE = '/backend/public'

/** Header with the account that the screen of a call was drawn for, as GET /api/user and POST /login answer it (RF-40). */
export const EN_TETE_DU_COMPTE = 'x-compte'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Schema = z.ZodMiniType

/**
 * One call, defined once for the server's route, the browser's call and the OpenAPI page. The server decodes params, query and body (wire →
 * inside) and encodes the response (inside → wire), which drops every key that the schema does not name.
 */
export interface Endpoint<
  P extends Schema | undefined = Schema | undefined,
  Q extends Schema | undefined = Schema | undefined,
  B extends Schema | undefined = Schema | undefined,
  R extends Schema | undefined = Schema | undefined,
> {
  method: Method
  /** Path below {@link BASE}, parameters as `{id}`. */
  path: string
  /** Other paths with the same answer (Q41). */
  aliases?: readonly string[]
  /** Required, so that no call is open by omission. */
  access: Access
  /** French description for the OpenAPI page. */
  summary: string
  params?: P
  query?: Q
  body?: B
  /** Name of the file part of a multipart body; a JSON body stays accepted. */
  file?: string
  /** Formats of the file: a plan is a PDF, a piece a PDF, JPEG or PNG, a classeur an .xlsx, a logo a PNG or JPEG of at most 200 Ko. */
  accept?: 'plan' | 'piece' | 'classeur' | 'logo'
  response?: R
  /** Status of the success answer, 200 by default. 202 means that the work goes on after the answer. */
  status?: 200 | 201 | 202 | 204
  /**
   * A body with `essai: true` is a trial: it is answered 200 in a read-only transaction and ignores the Idempotency-Key. `response` covers
   * both answers.
   */
  essai?: true
  /** The answer holds a secret, which is never stored: a repeat with the same Idempotency-Key runs the call again, for another secret. */
  secret?: true
  /** Served whatever account the screen of the caller was drawn for ({@link EN_TETE_DU_COMPTE}). */
  toutCompte?: true
  /** Served to a member who still has a provisional password, to whom every other call of members is refused (`suite`). */
  malgreSuite?: true
  /** Statuses of refusals that do not follow from the rest of the contract. */
  refuses?: readonly number[]
  /** French sentence of a successful change. The server sends it as `message`; the browser shows it when an answer has no message. */
  succes?: string
}

type FileType =
  | 'application/pdf'
  | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  | 'application/x-tar'
  | 'text/csv; charset=utf-8'
  | 'image/png'
  | 'image/jpeg'

/** A call that answers a file instead of JSON. */
export interface FileEndpoint<
  P extends Schema | undefined = Schema | undefined,
  Q extends Schema | undefined = Schema | undefined,
> extends Omit<
  Endpoint<P, Q, undefined, undefined>,
  'body' | 'file' | 'accept' | 'response' | 'status' | 'essai' | 'secret' | 'method' | 'succes'
> {
  method: 'GET'
  /** Content types of the file; with several, each answer names its own. */
  contentType: FileType | readonly FileType[]
}

export function endpoint<
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
  R extends Schema | undefined = undefined,
>(definition: Endpoint<P, Q, B, R> & { succes: string }): Endpoint<P, Q, B, R> & { succes: string }
export function endpoint<
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
  R extends Schema | undefined = undefined,
>(definition: Endpoint<P, Q, B, R>): Endpoint<P, Q, B, R>
export function endpoint(definition: Endpoint): Endpoint {
  return definition
}

export function fileEndpoint<
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
>(definition: FileEndpoint<P, Q>): FileEndpoint<P, Q> {
  return definition
}

/** Type of a schema's value inside the product (centimes, numbers); `undefined` without a schema. */
export type Inside<S> = S extends Schema ? z.output<S> : undefined
/** Type of a schema's value on the wire (decimal dinars); `undefined` without a schema. */
export type Wire<S> = S extends Schema ? z.input<S> : undefined
