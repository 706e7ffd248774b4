import type * as z from 'zod/mini'
import type { Access } from '#shared/droits.ts'

/** Every call lives under this path, on the host that serves the screens (D1 §7). */
export const BASE = '/backend/public'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Schema = z.ZodMiniType

/**
 * One call, written once: the server registers it, the browser calls it, the OpenAPI page describes it.
 * Body, query and params are *decoded* by the server (wire → inside); the response is *encoded* (inside → wire),
 * which also drops every key the schema does not name.
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
  /** Other spellings that answer the same (Q41). */
  aliases?: readonly string[]
  /** Who may make it. There is no default. */
  access: Access
  /** What it does, in French, for the OpenAPI page. */
  summary: string
  params?: P
  query?: Q
  body?: B
  /** The body may also come as multipart, with this file part; plain JSON stays accepted. */
  file?: string
  /** What that file may be: a plan is a PDF, a piece (a proof, a paper of a client) a PDF, a JPEG or a PNG, a classeur an .xlsx, a logo a PNG or a JPEG of 200 Ko. */
  accept?: 'plan' | 'piece' | 'classeur' | 'logo'
  response?: R
  /** Status of the success answer, 200 unless told. 202: what was asked for has begun, and goes on after the answer. */
  status?: 200 | 201 | 202 | 204
  /**
   * The call can be tried: a body whose `essai` is true is answered 200, in a transaction that can only read, and under no
   * Idempotency-Key. Its `response` is then either answer.
   */
  essai?: true
  /** Its answer tells a secret, which is never kept for a repeat: an Idempotency-Key does nothing, the call is made anew. */
  secret?: true
  /** What a change says when it is done: the server answers it as `message`, the browser shows it if an answer says nothing. */
  succes?: string
}

type FileType =
  | 'application/pdf'
  | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  | 'application/octet-stream'
  | 'application/x-tar'
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
  /** Several: each answer says which of them it is. `application/octet-stream`: what no contract can say. */
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

/** What a schema gives inside the product (centimes, numbers); `undefined` without a schema. */
export type Inside<S> = S extends Schema ? z.output<S> : undefined
/** What a schema looks like on the wire (decimal dinars). */
export type Wire<S> = S extends Schema ? z.input<S> : undefined
