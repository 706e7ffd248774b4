/** Every bound and time-out of the server, in milliseconds and bytes. limits.test.ts checks that nothing else in server/ sets one. */

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const KIB = 1024
const MIB = 1024 * KIB

export interface ConnectionTimeouts {
  /** Whole request with a plan: 10 MB in ten minutes is a line of 140 kbit/s. */
  request: number
  headers: number
  /** Body of a client that has not shown the right to send a plan. */
  body: number
  /** Silence of the client in its turn. */
  silence: number
  /** Silence during our work: longer than any work may take, so that its refusal is sent and logged. */
  work: number
  /** Idle time after an answer, longer than a proxy keeps a connection (two minutes for Caddy), lest it ask on a closing one. */
  idle: number
  /** Interval of the checks of `request` and `headers`. */
  look: number
}

export const CONNECTION_TIMEOUTS: ConnectionTimeouts = {
  request: 10 * MINUTE,
  headers: 15 * SECOND,
  body: 30 * SECOND,
  silence: MINUTE,
  work: 10 * MINUTE,
  idle: 125 * SECOND,
  look: 5 * SECOND,
}

/** Works under way at once: all, those of strangers together, and those of one address of theirs. */
export interface SlotLimits {
  underWay: number
  strangers: number
  eachAddress: number
}

export const REQUESTS = {
  /** Works under way at once; more would only wait longer for ten database connections. */
  underWay: 128,
  /** A stranger has no session, or shows a cookie that has not opened one yet. */
  strangers: 64,
  eachAddress: 8,
  /** Sign-ins under way, which wait for a password or are refused. A whole office has one address. */
  signIns: { underWay: 64, strangers: 64, eachAddress: 32 },
  /** Sign-ups under way: the one whose password is hashed, and those that wait. */
  signUps: { underWay: 21, strangers: 21, eachAddress: 12 },
  /** Pipelined requests waiting on one connection; browsers send none. */
  ahead: 16,
  /** Further requests skipped on a connection before it is destroyed, as they would fill the memory. */
  passedOver: 1_000,
  /** Connections that the system holds for us; it cuts further ones, which we would answer with 503. */
  backlog: 4_096,
  body: MIB,
  fields: 50,
  field: 64 * KIB,
  /** Largest plan: 10 MB (Q116). */
  file: 10 * MIB,
  /** Largest logo: 200 KB, because every paper carries it. */
  logo: 200 * KIB,
  /** Interval of one kind of refusal in the log. */
  told: MINUTE,
}

/** Bounds of the pool; a pool that waits for ever takes the whole application with it. */
export const DATABASE = {
  connections: 10,
  /** Connections left to short calls, whatever slow works are under way. */
  left: 3,
  connect: 5 * SECOND,
  idle: 20 * SECOND,
  /** Silence of the server, longer than `statement`: it hangs, or the network is gone. */
  silence: 25 * SECOND,
  statement: 15 * SECOND,
  lock: 5 * SECOND,
  idleInTransaction: 30 * SECOND,
  /** Most runs of a change that meets a deadlock. */
  attempts: 3,
  /** Time between two cancels of one statement. */
  cancelAgain: 200,
}

/** Queue of one kind of work: how many run, how many wait, and how long one waits before its refusal. */
export interface QueueLimits {
  concurrency: number
  waiting: number
  patience: number
  /** Bounds for each member, so that no member keeps the others out. */
  each?: { running: number; waiting: number }
}

/** Slow works; `connections` is how many of the pool's connections one work holds. */
export const SLOW_WORKS = {
  /** Reading of a document. It holds a connection and its cancel needs another, so readings must leave some of the ten. */
  readings: { concurrency: 4, waiting: 124, patience: 20 * SECOND, connections: 1 },
  /** A search in the journal runs as one of the readings and uses its connection. */
  searches: {
    concurrency: 2,
    waiting: 40,
    patience: 10 * SECOND,
    each: { running: 1, waiting: 2 },
    connections: 0,
  },
  /** A whole export, reading and document, whose rows fill the memory. */
  exports: {
    concurrency: 2,
    waiting: 60,
    patience: 2 * MINUTE,
    each: { running: 1, waiting: 2 },
    connections: 0,
  },
  /** Files on their way to the store, held in memory meanwhile; their transaction has not begun. */
  files: { concurrency: 4, waiting: 60, patience: 30 * SECOND, connections: 0 },
  /** Uploads being received; their announced bytes also have to fit beside the room kept for the database. */
  uploads: {
    concurrency: 64,
    waiting: 64,
    patience: 30 * SECOND,
    each: { running: 4, waiting: 60 },
    connections: 0,
  },
  /** Each password hash takes 19 MiB and a thread. */
  passwords: { concurrency: 2, waiting: 20, patience: 10 * SECOND, connections: 0 },
  /** Sign-ups, each of which then waits behind all sign-ins for its password. */
  signUps: { concurrency: 1, waiting: 20, patience: 10 * SECOND, connections: 0 },
  /** Each workbook takes a process; an import and an annotated workbook may be read at once. */
  workbooks: { concurrency: 2, waiting: 20, patience: MINUTE, connections: 0 },
  /** The writing import holds one connection, its sign of life another. */
  imports: { concurrency: 1, waiting: 0, patience: 0, connections: 2 },
} satisfies Record<string, QueueLimits & { connections: number }>

/** Whole search of the journal. */
export const SEARCH = 2 * SECOND

export const DOCUMENTS = {
  children: 2,
  /** Waiting works, and longest wait, before 503 `documentsOccupes`; a large work waits for the one before it. */
  waiting: 24,
  patience: 90 * SECOND,
  /** Time of one work before the child is killed. */
  deadline: MINUTE,
  /** Documents or memory after which a child is replaced: the engine's memory only grows. */
  documents: 300,
  rss: 400 * MIB,
}

/** Process that reads a workbook: its time, which stands still while the caller handles the lines, and its heap. */
export const WORKBOOK = { reading: 2 * MINUTE, heap: 384 * MIB }

export const STORE = {
  /** Silence after which the store counts as away. */
  silence: 20 * SECOND,
  retries: 2,
  /** Bytes of a file that may still be in the system's buffers, and slowest line in bytes per second, after the last piece. */
  onItsWay: 4 * MIB,
  slowest: 32 * KIB,
}

export const HOUSEKEEPING = {
  every: 15 * MINUTE,
  /** Age after which no request can still decide about a file. */
  settled: HOUR,
  /** Time in the bin before a file is deleted. */
  bin: 30 * DAY,
}

/** A start that brings the database up to date. `retry` is in seconds, as HTTP says it. */
export const MISE_A_JOUR = {
  /** Time after which the port answers that it goes on: a usual start is over by then. */
  open: 2 * SECOND,
  /** Time between two lines that say what is being done. */
  tell: 30 * SECOND,
  retry: 30,
}

export const STOP = {
  /** Time in which an idle connection may still bring a request sent before the stop. */
  grace: 250,
  /** Time for the calls in progress at a stop. */
  drain: 10 * SECOND,
  /** A Ctrl-C in a terminal arrives twice, from the terminal and from npm, within this time. */
  samePress: SECOND,
}
