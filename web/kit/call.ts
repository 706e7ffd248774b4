import { BASE, type Endpoint, type Wire } from '#shared/endpoint.ts'
import type { ErrorBody } from '#shared/erreurs.ts'
import type * as z from 'zod/mini'
import { withMessage } from '#web/kit/envelope.ts'

export type Maybe = z.ZodMiniType | undefined
type Part<K extends string, S> = S extends z.ZodMiniType ? { [P in K]: Wire<S> } : { [P in K]?: undefined }

export type CallInput<P, Q, B> = Part<'params', P> &
  (Q extends z.ZodMiniType
    ? { query?: Partial<Record<keyof z.output<Q>, string | number | undefined>> }
    : { query?: undefined }) &
  Part<'body', B> & {
    /** A PDF to send along, where the call takes one. */
    file?: File | null
    /** Of a list, so many rows are enough. */
    atMost?: number
    /** One per opened form, so that a repeated submit does the work once. */
    idempotencyKey?: string
    signal?: AbortSignal
    /** Told now and then how much of what is sent has gone, 0 to 1. */
    onProgress?: (part: number) => void
  }

/** A refused or failed call. `message` is the server's own sentence, when it sent one. */
export class ApiError extends Error {
  /** HTTP status, 0 when the server could not be reached. */
  readonly status: number
  /** The server's sentence, undefined when there is none: the screen then shows its own. */
  readonly serverMessage: string | undefined
  readonly errors: Record<string, string[]>

  /** Some answers say `error` where others say `message` (D2 §7, D3 §8). */
  constructor(status: number, body: ErrorBody & { error?: unknown }) {
    const said = [body.message, body.error].find(
      (text): text is string => typeof text === 'string' && text !== '',
    )
    super(said ?? `HTTP ${status}`)
    this.status = status
    this.serverMessage = said
    this.errors = body.errors ?? {}
  }
}

/** The server's sentence, else the screen's own (D1 §8). */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError ? (error.serverMessage ?? fallback) : fallback
}

type Listener = () => void
let onUnauthorized: Listener = () => {}
let onForbidden: Listener = () => {}
/** Called on every 401 of an application call; the error still reaches the caller (D1 §4). */
export function whenUnauthorized(listener: Listener): void {
  onUnauthorized = listener
}

/** Called on every 403 of a member's call, not of a buyer's: his rôle may have changed. The error still reaches the caller. */
export function whenForbidden(listener: Listener): void {
  onForbidden = listener
}

/**
 * Makes a call of a contract and gives its answer as it is on the wire (amounts are decimal dinars). A change that was
 * done says so in `message`, whatever its answer lacks.
 */
export async function callApi<P extends Maybe, Q extends Maybe, B extends Maybe, R extends Maybe>(
  endpoint: Endpoint<P, Q, B, R>,
  input: CallInput<P, Q, B>,
): Promise<Wire<R>> {
  const response = await send(endpoint, input)
  const answer: unknown = response.status === 204 ? undefined : await response.json()
  return (endpoint.succes === undefined ? answer : withMessage(answer, endpoint.succes)) as Wire<R>
}

interface AnyInput {
  params?: unknown
  query?: Record<string, string | number | undefined> | undefined
  body?: unknown
  file?: File | null
  atMost?: number
  idempotencyKey?: string
  signal?: AbortSignal
  onProgress?: (part: number) => void
}

/** Makes the call; a refusal throws {@link ApiError}. */
export async function send(
  endpoint: Pick<Endpoint, 'method' | 'path' | 'file' | 'access'>,
  input: AnyInput,
): Promise<Response> {
  // A call that may carry a file always goes out as a form, a POST; the server reads _method (D2 §7, Q123).
  const multipart = endpoint.file !== undefined
  const method = multipart && endpoint.method === 'PUT' ? 'POST' : endpoint.method
  const headers: Record<string, string> = { accept: 'application/json' }
  if (method !== 'GET') {
    if (!readCookie('XSRF-TOKEN')) await prepareSession()
    headers['x-xsrf-token'] = readCookie('XSRF-TOKEN')
  }
  if (input.atMost !== undefined) headers['prefer'] = `maxpagesize=${input.atMost}`
  if (input.idempotencyKey) headers['idempotency-key'] = input.idempotencyKey
  let payload: BodyInit | undefined
  if (multipart) payload = toForm(input.body, endpoint.file ?? '', input.file, endpoint.method)
  else if (input.body !== undefined) {
    payload = JSON.stringify(input.body)
    headers['content-type'] = 'application/json'
  }
  const init = { method, headers, body: payload ?? null, signal: input.signal ?? null }
  const response = await reach(urlOf(endpoint.path, input), init, input.onProgress)
  if (response.ok) return response
  const error = new ApiError(response.status, await readError(response))
  if (response.status === 401) onUnauthorized()
  if (response.status === 403 && endpoint.access !== 'public' && endpoint.access !== 'lien') onForbidden()
  throw error
}

/** GET /sanctum/csrf-cookie: precedes sign-in, sign-up and the profile calls, and any first change (Q8). */
export async function prepareSession(): Promise<void> {
  const response = await reach(`${BASE}/sanctum/csrf-cookie`, {})
  if (!response.ok) throw new ApiError(response.status, await readError(response))
}

async function reach(url: string, init: RequestInit, onProgress?: (part: number) => void): Promise<Response> {
  try {
    if (onProgress) return await (await import('#web/kit/envoi.ts')).sendTold(url, init, onProgress)
    return await fetch(url, { credentials: 'same-origin', ...init })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError(0, {})
  }
}

async function readError(response: Response): Promise<ErrorBody> {
  try {
    const body: unknown = await response.json()
    return typeof body === 'object' && body !== null ? body : {}
  } catch {
    return {}
  }
}

function urlOf(path: string, { params, query }: AnyInput): string {
  const values = new Map(Object.entries(params ?? {}))
  const url =
    BASE + path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(String(values.get(name))))
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query ?? {}))
    if (value !== undefined && value !== '') search.set(key, String(value))
  return search.size > 0 ? `${url}?${search}` : url
}

/** Empty fields are omitted from a multipart submission, except those cleared on purpose (Q122). */
function toForm(body: unknown, part: string, file: File | null | undefined, method: string): FormData {
  const form = new FormData()
  for (const [key, value] of Object.entries(body ?? {}))
    if (value !== undefined) form.set(key, value === null ? '' : String(value))
  if (method === 'PUT') form.set('_method', 'PUT')
  if (file) form.set(part, file)
  return form
}

function readCookie(name: string): string {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`))
  return found ? decodeURIComponent(found.slice(name.length + 1)) : ''
}
