import type { Endpoint, FileEndpoint, Wire } from '#shared/endpoint.ts'
import {
  filled,
  lastPageIn,
  recordIn,
  recordsIn,
  totalIn,
  type Blank,
  type Page,
  type RowOf,
} from '#web/kit/answers.ts'
import { ApiError, callApi, send, type CallInput, type Maybe } from '#web/kit/call.ts'
import { beside } from '#web/kit/envelope.ts'

export {
  ApiError,
  callApi,
  messageOf,
  prepareSession,
  whenForbidden,
  whenUnauthorized,
} from '#web/kit/call.ts'

/** What {@link callPage} and {@link callList} make of the rows. */
interface Reading<T> {
  /** What stands for the fields that a row lacks. */
  blank: Blank<T>
  /** A row with one of these is a record; `id` unless told. */
  keys?: readonly string[]
  /** The record may also come by itself, as its own list of one. */
  alone?: boolean
  /** What is said of an answer without a list, where the specification words it; else the screen's own sentence. */
  invalid?: string
}

type PageOf<R> = Page<RowOf<R>> & { [K in Exclude<keyof Wire<R>, keyof Page<unknown>>]?: Wire<R>[K] }

/**
 * A page of a list, in whatever envelope it comes, with what else stands in it. Without a list it is a failure like any
 * other.
 */
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

/** All rows of a list, in whatever envelope they come. */
export async function callList<
  P extends Maybe,
  Q extends Maybe,
  B extends Maybe,
  R extends Maybe,
  N extends string = 'data',
>(
  endpoint: Endpoint<P, Q, B, R>,
  input: CallInput<P, Q, B>,
  /** `name`: what the list is called in the answer. */
  { name, ...reading }: Reading<RowOf<R, N>> & { name?: N },
): Promise<RowOf<R, N>[]> {
  return rowsOf<RowOf<R, N>>(await callApi(endpoint, input), reading, name)
}

/** One record, bare or in `data`; an answer without one is a failure like any other. */
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

/** Fetches a file of a contract. A refusal arrives as the same {@link ApiError} as any other. */
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
