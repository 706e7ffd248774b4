import type { FastifyRequest } from 'fastify'
import { REQUESTS } from '#server/limits.ts'

interface Lines {
  write(line: string): void
}

/** Logger of `createApp`. Copies of the log leave the office, so it tells what failed and where, never what was typed or stored. */
export const loggerOptions = (level: string, stream: Lines) => ({
  level,
  stream,
  serializers: { req: describeRequest, err: describeError },
})

/** Leaves out the query, which may hold a search. */
function describeRequest({ method, url, ip }: FastifyRequest) {
  return { method, path: url.split('?', 1)[0], ip }
}

/** Fields of an error without stored values. PostgreSQL's `detail` and `where` show the faulty row, so they stay out. */
const FIELDS = ['code', 'severity', 'schema', 'table', 'column', 'constraint', 'routine', 'syscall'] as const

interface Told {
  type: string
  message: string
  stack: string
  [field: string]: unknown
}

function describeError(error: unknown): Told {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' }
  const known = new Map(Object.entries(error))
  return {
    type: error.constructor.name,
    message: withoutValues(error.message, known.get('code')),
    ...Object.fromEntries(FIELDS.flatMap((name) => (known.has(name) ? [[name, known.get(name)]] : []))),
    // The first lines of the stack repeat the message.
    stack: (error.stack ?? '')
      .split('\n')
      .filter((line) => line.startsWith('    at '))
      .join('\n'),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
    ...(error instanceof AggregateError && { errors: error.errors.map(describeError) }),
  }
}

/** Errors of class 22 quote the value: `invalid input syntax for type integer: "…"`. */
function withoutValues(message: string, code: unknown): string {
  return String(code).startsWith('22') ? message.replace(/".*"/s, '"…"') : message
}

/** Limits a repeated log line: `tell` gets the number of events at the first one, then at most once per `every` ms. */
export function atMostEvery<Last extends unknown[]>(
  tell: (times: number, ...last: Last) => void,
  every: number = REQUESTS.told,
): (...last: Last) => void {
  let times = 0
  let toldAt = -Infinity
  return (...last) => {
    times++
    if (performance.now() - toldAt < every) return
    tell(times, ...last)
    times = 0
    toldAt = performance.now()
  }
}
