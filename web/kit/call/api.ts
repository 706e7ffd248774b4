import type * as z from 'zod/mini'
import { BASE, EN_TETE_DU_COMPTE, type Endpoint, type Wire, type FileEndpoint } from '#shared/endpoint.ts'
import type { ErrorBody } from '#shared/erreurs.ts'
import {
  withMessage,
  filled,
  lastPageIn,
  recordIn,
  recordsIn,
  totalIn,
  beside,
  type Blank,
  type Page,
  type RowOf,
} from '#web/kit/call/answerShapes.ts'
import { compteDrawn, drawFor, tell } from '#web/kit/call/compte.ts'
import { sendWithProgress } from '#web/kit/call/progress.ts'

type Maybe = z.ZodMiniType | undefined
type Part<K extends string, S> = S extends z.ZodMiniType ? { [P in K]: Wire<S> } : { [P in K]?: undefined }

interface Options {
  file?: File | null
  /** `atMost` limits the rows of a list, `only` names the ids of the wanted rows. */
  atMost?: number
  only?: readonly number[]
  /** One key for each opened form, so that a repeated submit is done once. */
  idempotencyKey?: string
  signal?: AbortSignal
  /** Called with the sent part of the body, 0 to 1. */
  onProgress?: (part: number) => void
}

type CallInput<P, Q, B> = Options &
  Part<'params', P> &
  (Q extends z.ZodMiniType
    ? { query?: Partial<Record<keyof z.output<Q>, string | number | undefined>> }
    : { query?: undefined }) &
  Part<'body', B>

/** Refused or failed call. `message` is the server's sentence, if any. */
export class ApiError extends Error {
  /** HTTP status; 0 when the server is unreachable. */
  readonly status: number
  /** The server's sentence; undefined without one, and the screen then shows its own. */
  readonly serverMessage: string | undefined
  readonly errors: Record<string, string[]>
  /** Day on which the account was shut out, of a refused sign-in. */
  readonly desactive_le: string | undefined
  /** Returns the obstacles that keep an act from being taken back, a sentence each with the address of its screen; none for any other refusal. */
  readonly obstacles: readonly { phrase: string; lien: string | null }[]
  /** True when the record has changed meanwhile, so that reading it again helps: a 409 that is not about the account. */
  readonly stale: boolean

  /** Some answers have `error` instead of `message` (D2 §7, D3 §8). */
  constructor(status: number, body: ErrorBody & { error?: unknown }) {
    const said = [body.message, body.error].find(
      (text): text is string => typeof text === 'string' && text !== '',
    )
    super(said ?? `HTTP ${status}`)
    this.status = status
    this.serverMessage = said
    this.errors = body.errors ?? {}
    this.desactive_le = body.desactive_le
    this.obstacles = (body.obstacles ?? []).map((phrase, rang) => ({
      phrase,
      lien: body.liens?.[rang] ?? null,
    }))
    this.stale = status === 409 && body.compte === undefined
  }
}

/** The server's sentence, else the screen's own (D1 §8). */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError ? (error.serverMessage ?? fallback) : fallback
}

/** True when no valid answer came; the server may have done the work all the same. */
export const isLost = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500

type Listener = () => void
let onUnauthorized: Listener = () => {}
let onForbidden: Listener = () => {}
/** Listens to every 401 of an application call; the caller still gets the error (D1 §4). */
export function whenUnauthorized(listener: Listener): void {
  onUnauthorized = listener
}

/** Listens to every 403 of a member's call, since the rôle may have changed; the caller still gets the error. */
export function whenForbidden(listener: Listener): void {
  onForbidden = listener
}

/** Makes a call and returns its answer as on the wire (amounts are decimal dinars). The answer to a change always has a `message`. */
export async function callApi<P extends Maybe, Q extends Maybe, B extends Maybe, R extends Maybe>(
  endpoint: Endpoint<P, Q, B, R>,
  input: CallInput<P, Q, B>,
): Promise<Wire<R>> {
  const response = await send(endpoint, input)
  const answer: unknown = response.status === 204 ? undefined : await response.json()
  return (endpoint.succes === undefined ? answer : withMessage(answer, endpoint.succes)) as Wire<R>
}

interface AnyInput extends Options {
  params?: unknown
  query?: Record<string, string | number | undefined> | undefined
  body?: unknown
}

/** Above this number of ids, the header would be too long and the whole list is read. */
const ONLY_MAX = 500

/** Makes a call; a refusal throws {@link ApiError}. */
export async function send(
  endpoint: Pick<Endpoint, 'method' | 'path' | 'file' | 'access'>,
  input: AnyInput,
): Promise<Response> {
  // A call that may carry a file always goes out as a multipart POST; the server reads `_method` (D2 §7, Q123).
  const multipart = endpoint.file !== undefined
  const method = multipart && endpoint.method === 'PUT' ? 'POST' : endpoint.method
  const headers: Record<string, string> = { accept: 'application/json' }
  const compte = isOfMembre(endpoint) ? compteDrawn() : null
  if (compte !== null) headers[EN_TETE_DU_COMPTE] = compte
  if (method !== 'GET') {
    if (!readCookie('XSRF-TOKEN')) await prepareSession()
    headers['x-xsrf-token'] = readCookie('XSRF-TOKEN')
  }
  if (input.atMost !== undefined) headers['prefer'] = `maxpagesize=${input.atMost}`
  else if (input.only && input.only.length <= ONLY_MAX) headers['prefer'] = `ids="${input.only.join(' ')}"`
  if (input.idempotencyKey) headers['idempotency-key'] = input.idempotencyKey
  let payload: BodyInit | undefined
  if (multipart) payload = toForm(input.body, endpoint.file ?? '', input.file, endpoint.method)
  else if (input.body !== undefined) {
    payload = JSON.stringify(input.body)
    headers['content-type'] = 'application/json'
  }
  const init = { method, headers, body: payload ?? null, signal: input.signal ?? null }
  const response = await reach(urlOf(endpoint.path, input), init, input.onProgress)
  if (response.ok) {
    if (compte !== null && compte === compteDrawn()) tell(null)
    return response
  }
  const body = await readError(response)
  const error = new ApiError(response.status, body)
  if (compte !== null && compte === compteDrawn() && body.compte !== undefined) tell(error.message)
  if (response.status === 401) {
    drawFor(undefined)
    onUnauthorized()
  }
  if (response.status === 403 && isOfMembre(endpoint)) onForbidden()
  throw error
}

const isOfMembre = ({ access }: Pick<Endpoint, 'access'>) => access !== 'public' && access !== 'lien'

/** GET /sanctum/csrf-cookie, before sign-in, sign-up, the profile calls and the first change (Q8). */
export async function prepareSession(): Promise<void> {
  const response = await reach(`${BASE}/sanctum/csrf-cookie`, {})
  if (!response.ok) throw new ApiError(response.status, await readError(response))
}

async function reach(url: string, init: RequestInit, onProgress?: (part: number) => void): Promise<Response> {
  try {
    if (onProgress) return await sendWithProgress(url, init, onProgress)
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

/** A multipart form omits undefined fields and sends '' for fields that were cleared (Q122). */
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

interface Reading<T> {
  blank: Blank<T>
  /** Identifying keys, `id` by default; a row without any is not a record. */
  keys?: readonly string[]
  /** True when the answer may be a single record instead of a list. */
  alone?: boolean
  /** Sentence for an answer without a list, where the specification has one; the screen's own sentence by default. */
  invalid?: string
}

type PageOf<R> = Page<RowOf<R>> & { [K in Exclude<keyof Wire<R>, keyof Page<unknown>>]?: Wire<R>[K] }

/** A page of a list, in any envelope, with the other fields of the envelope. Throws {@link ApiError} when the answer has no list. */
export async function callPage<P extends Maybe, Q extends Maybe, B extends Maybe, R extends Maybe>(
  endpoint: Endpoint<P, Q, B, R>,
  input: CallInput<P, Q, B>,
  reading: Reading<RowOf<R>>,
): Promise<PageOf<R>> {
  const answer = await callApi(endpoint, input)
  const data = rowsOf<RowOf<R>>(answer, reading)
  const perPage = new Map(Object.entries(input.query ?? {})).get('per_page')
  const last_page = lastPageIn(answer, typeof perPage === 'number' ? perPage : undefined)
  return { ...beside(answer), data, last_page, total: totalIn(answer, data.length) } as PageOf<R>
}

/** All rows of a list, in any envelope. Throws {@link ApiError} when the answer has no list. */
export async function callList<
  P extends Maybe,
  Q extends Maybe,
  B extends Maybe,
  R extends Maybe,
  N extends string = 'data',
>(
  endpoint: Endpoint<P, Q, B, R>,
  input: CallInput<P, Q, B>,
  { name, ...reading }: Reading<RowOf<R, N>> & { name?: N },
): Promise<RowOf<R, N>[]> {
  return rowsOf<RowOf<R, N>>(await callApi(endpoint, input), reading, name)
}

/** One record, bare or in `data`. Throws {@link ApiError} when the answer has none. */
export async function callRecord<P extends Maybe, Q extends Maybe, B extends Maybe, R extends Maybe>(
  endpoint: Endpoint<P, Q, B, R>,
  input: CallInput<P, Q, B>,
  blank: Blank<Wire<R>>,
): Promise<Wire<R>> {
  const record = recordIn(await callApi(endpoint, input), Object.keys(blank ?? {}))
  if (record === undefined) throw new ApiError(200, {})
  return filled<Wire<R>>(record, blank)
}

function rowsOf<T>(answer: unknown, reading: Reading<T>, name?: string): T[] {
  const { blank, keys = ['id'], alone = false, invalid = '' } = reading
  const only = alone ? recordIn(answer, keys) : undefined
  const records = recordsIn(answer, keys, name) ?? (only && [only])
  if (records === undefined) throw new ApiError(200, { message: invalid })
  return records.map((record) => filled<T>(record, blank))
}

/** Fetches a file. Throws {@link ApiError} on a refusal. */
export async function callFile<P extends Maybe, Q extends Maybe>(
  endpoint: FileEndpoint<P, Q>,
  input: CallInput<P, Q, undefined>,
): Promise<{ blob: Blob; name: string | undefined }> {
  const response = await send(endpoint, input)
  return { blob: await response.blob(), name: fileName(response.headers.get('content-disposition')) }
}

function fileName(disposition: string | null): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  return encoded ? decodeURIComponent(encoded) : /filename="([^"]*)"/i.exec(disposition ?? '')?.[1]
}
