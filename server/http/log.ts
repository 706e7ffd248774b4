import type { FastifyRequest } from 'fastify'

/** Where lines of the log go: standard error, or a test. */
interface Lines {
  write(line: string): void
}

/**
 * What createApp takes as its logger. The log is read, copied and sent to others by people who have no business with the clients: it tells
 * what failed and where, never what was typed, searched or stored.
 */
export const loggerOptions = (level: string, stream: Lines) => ({
  level,
  stream,
  serializers: { req: describeRequest, err: describeError },
})

/** Without the query, in which searches stand. */
function describeRequest({ method, url, ip }: FastifyRequest) {
  return { method, path: url.split('?', 1)[0], ip }
}

/** The fields of a failure that name things of ours. PostgreSQL's `detail` and `where` show the row at fault; they stay out. */
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
    // Without its first lines, which repeat the message.
    stack: (error.stack ?? '')
      .split('\n')
      .filter((line) => line.startsWith('    at '))
      .join('\n'),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
    ...(error instanceof AggregateError && { errors: error.errors.map(describeError) }),
  }
}

/** Errors of class 22 quote the value that could not be read: `invalid input syntax for type integer: "…"`. */
function withoutValues(message: string, code: unknown): string {
  return String(code).startsWith('22') ? message.replace(/".*"/s, '"…"') : message
}
