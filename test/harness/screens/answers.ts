import * as z from 'zod/mini'
import { BASE, type Endpoint, type Inside } from '#shared/endpoint.ts'
import { remember } from '#test/harness/sent.ts'

type Maybe = z.ZodMiniType | undefined
type Called = Pick<Endpoint, 'method' | 'path'>

/** A call as the screen made it; the body of a form with a file as its fields. */
export interface Call {
  method: string
  path: string
  query: URLSearchParams
  body: unknown
  /** By which the server knows a request that is made again. */
  key?: string | undefined
  /** The most rows that it asks for, of a list. */
  atMost?: number | undefined
}

interface Reply {
  status: number
  json?: unknown
}

/** How the server of a screen answers one call. */
export interface Answer {
  endpoint: Called
  /** True of an answer that the test lets go. */
  isHeld?: true
  reply(call: Call): Reply | Promise<Reply>
}

/**
 * Answers a call with a value of the product (centimes, days), encoded as its contract says. What the contract does not allow does not
 * compile, or fails the test; so does a body that the call would not take.
 */
export function answer<R extends z.ZodMiniType>(
  endpoint: Endpoint<Maybe, Maybe, Maybe, R>,
  value: Inside<R> | ((call: Call) => Inside<R>),
): Answer {
  return {
    endpoint,
    reply(call) {
      if (endpoint.body) take(endpoint.body, withoutFile(call.body, endpoint.file))
      const inside = typeof value === 'function' ? (value as (call: Call) => Inside<R>)(call) : value
      const json = endpoint.response && z.encode(endpoint.response, inside as z.output<R>)
      return { status: endpoint.status ?? 200, json }
    },
  }
}

/** Fields that the specification has a screen send, and that the product derives (LOC-59). */
const DERIVED = ['estDispo']

/** Reads a body as its call does, and as no server does says which of its fields the call does not know. */
function take(contract: z.ZodMiniType, body: unknown): void {
  const taken = z.decode(contract, body)
  const known = typeof taken === 'object' && taken !== null ? [...Object.keys(taken), ...DERIVED] : null
  const unknown = Object.entries(body ?? {}).filter(
    ([field, value]) => value !== undefined && known?.includes(field) === false,
  )
  if (unknown.length > 0) throw new Error(`the call knows no ${unknown.map(([field]) => field).join(', ')}`)
}

const withoutFile = (body: unknown, file?: string): unknown =>
  file === undefined || typeof body !== 'object' || body === null ? body : { ...body, [file]: undefined }

const fieldsOf = (body: unknown): unknown =>
  body instanceof FormData ? Object.fromEntries([...body].filter(([name]) => name !== '_method')) : body

/** Answers a call with what the contract does not allow. */
export const raw = (endpoint: Called, json: unknown, status = 200): Answer => ({
  endpoint,
  reply: () => ({ status, json }),
})

/** Refuses a call; without a sentence the screen says its own. */
export const refuse = (endpoint: Called, status: number, body: object = {}): Answer =>
  raw(endpoint, body, status)

class Lost extends Error {}

/** No answer comes: the network fails. */
export const lost = (endpoint: Called): Answer => ({
  endpoint,
  reply: () => Promise.reject(new Lost()),
})

/** Does what an answer does, which is lost on its way back. */
export const lostOnItsWay = ({ endpoint, reply }: Answer): Answer => ({
  endpoint,
  async reply(call) {
    await reply(call)
    throw new Lost()
  },
})

/** Keeps the same answer until it is let go. */
export function held(given: Answer): Answer & { release(): void } {
  let release = () => {}
  const gate = new Promise<void>((resolve) => (release = resolve))
  return {
    endpoint: given.endpoint,
    isHeld: true,
    release: () => release(),
    async reply(call) {
      await gate
      return given.reply(call)
    },
  }
}

/** The server of a screen: it keeps the calls that the screen made, and answers each by what was last given for it. */
export class FakeServer {
  readonly calls: Call[] = []
  /** Calls that nobody answered, and bodies and answers that are not the contract's: each fails the test. */
  readonly unexpected: string[] = []
  /** How many calls wait for their answer. */
  waiting = 0
  /** How many of these wait for the test. */
  held = 0
  #answers: { pattern: RegExp; answer: Answer }[] = []

  /** Answers from now on, in place of what was given for the same calls. */
  give(...answers: Answer[]): void {
    for (const given of answers) {
      const pattern = new RegExp(`^${given.endpoint.path.replace(/\{\w+\}/g, '[^/]+')}$`)
      this.#answers.unshift({ pattern, answer: given })
    }
  }

  /** The calls that change something, in their order. */
  changes(): Call[] {
    return this.calls.filter(({ method }) => method !== 'GET')
  }

  /** The same, as method, path and body. */
  sent(): [string, string, unknown][] {
    return this.changes().map(({ method, path, body }) => [method, path, body])
  }

  /** The calls that read this address, by what they asked for. */
  asked(path: string): string[] {
    return this.calls
      .filter((call) => call.method === 'GET' && call.path === path)
      .map(({ query }) => query.toString())
  }

  async reply(method: string, url: string, body: unknown, headers = new Headers()): Promise<Reply> {
    const { pathname, searchParams: query } = new URL(url, location.href)
    const path = pathname.slice(BASE.length)
    const key = headers.get('idempotency-key') ?? undefined
    const [, size] = /^maxpagesize=(\d+)$/.exec(headers.get('prefer') ?? '') ?? []
    const atMost = size === undefined ? undefined : Number(size)
    const call = { method: methodOf(method, body), path, query, body: fieldsOf(body), key, atMost }
    const found = this.#answers.find(
      (given) => given.answer.endpoint.method === call.method && given.pattern.test(path),
    )
    if (!found && path === '/sanctum/csrf-cookie') return { status: 204 }
    this.calls.push(call)
    const held = Number(found?.answer.isHeld === true)
    this.waiting++
    this.held += held
    try {
      if (!found) throw new Error('nobody answers')
      const reply = await found.answer.reply(call)
      if (call.method !== 'GET') remember(call.method, path, call.body)
      return reply
    } catch (error) {
      // The screen takes this for a network that failed; the test must not, unless it wanted one.
      if (!(error instanceof Lost)) this.unexpected.push(`${call.method} ${path}: ${String(error)}`)
      throw error
    } finally {
      this.waiting--
      this.held -= held
    }
  }
}

/** A change with a file goes out as a POST that says what it is (D2 §7). */
const methodOf = (method: string, body: unknown) =>
  body instanceof FormData && body.get('_method') === 'PUT' ? 'PUT' : method
