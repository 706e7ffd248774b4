import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import {
  CONNECTION_TIMEOUTS,
  DATABASE,
  DOCUMENTS,
  REQUESTS,
  SEARCH,
  SLOW_WORKS,
  STORE,
  STOP,
} from '#server/limits.ts'

/** Longest times in ms of a statement, a change and a paper, waits included. */
const STATEMENT = DATABASE.connect + DATABASE.statement
const CHANGE = DATABASE.attempts * (DATABASE.connect + DATABASE.lock + DATABASE.statement)
const PAPER = DOCUMENTS.patience + DOCUMENTS.deadline

// spec: RE-50
it.each([
  ['a paper', SLOW_WORKS.readings.patience + STATEMENT + PAPER],
  ['an export', SLOW_WORKS.exports.patience + SLOW_WORKS.readings.patience + STATEMENT + PAPER],
  [
    'a file that a store takes slowly',
    SLOW_WORKS.files.patience +
      2 * STORE.silence +
      (1000 * REQUESTS.file) / STORE.slowest +
      (1000 * STORE.onItsWay) / STORE.slowest,
  ],
  ['a change behind a file', SLOW_WORKS.files.patience + STORE.silence + CHANGE],
  ['a search in the journal', SLOW_WORKS.searches.patience + SLOW_WORKS.readings.patience + SEARCH],
  ['a password', SLOW_WORKS.passwords.patience + CHANGE],
  ['a sign-up', SLOW_WORKS.signUps.patience + SLOW_WORKS.passwords.patience + CHANGE],
])('%s is refused, or done, before its connection is given up', (_what, longest) => {
  expect(longest).toBeLessThan(CONNECTION_TIMEOUTS.work)
})

it('what is bound below is bound sooner than what stands above it', () => {
  expect(DATABASE.lock).toBeLessThan(DATABASE.statement)
  expect(DATABASE.statement).toBeLessThan(DATABASE.silence)
  expect(DATABASE.silence).toBeLessThan(DATABASE.idleInTransaction)
  expect(SEARCH).toBeLessThan(DATABASE.statement)
  expect(CONNECTION_TIMEOUTS.headers).toBeLessThan(CONNECTION_TIMEOUTS.body)
  expect(CONNECTION_TIMEOUTS.body).toBeLessThan(CONNECTION_TIMEOUTS.silence)
  expect(CONNECTION_TIMEOUTS.silence).toBeLessThan(CONNECTION_TIMEOUTS.idle)
  expect(STOP.grace).toBeLessThan(STOP.samePress)
  expect(STOP.samePress).toBeLessThan(STOP.drain)
  // A long document waits for the one before it.
  expect(DOCUMENTS.deadline).toBeLessThan(DOCUMENTS.patience)
})

// spec: RE-51
it('slow works leave three connections of the pool to all the others, when each has all it may', () => {
  const taken = Object.values(SLOW_WORKS).map(({ concurrency, connections }) => concurrency * connections)
  const sum = taken.reduce((all, some) => all + some, 0)
  expect(DATABASE.left).toBe(3)
  expect(sum).toBeLessThanOrEqual(DATABASE.connections - DATABASE.left)
})

/** Names of things that are bounds, given a number where they stand. */
const OWN_BOUND =
  /(?:timeout|deadline|patience|silence|concurrency|waiting|idle|backlog|attempts|drain|retries)\w*\s*[:=]\s*[1-9]|(?:AbortSignal\.timeout|createQueue|createSlots)\(\s*[\d{]/i
/** Files that may set a bound: the start of the embedded database and connections of one work bound no call. */
const ELSEWHERE = [/^server\/database\/embedded/, /^server\/backup\//, /^server\/limits\.ts$/, /\.test\.ts$/]

// spec: RE-51
it('no other place of the server sets a bound of its own', () => {
  const sources = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .map((path) => `server/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.ts') && !ELSEWHERE.some((but) => but.test(path)))
  expect(sources.length).toBeGreaterThan(60)
  const found = sources.flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line, at) => (OWN_BOUND.test(line) ? [`${path}:${at + 1} ${line.trim()}`] : [])),
  )
  expect(found).toEqual([])
})
