import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#server/database/db.ts'
import { signIn, type Browser } from '#test/harness/browser.ts'
import { buildClient, buildLocal, sell } from '#test/harness/builders.ts'

/** Members who record payments without a pause, each under a key of its own that the payment's details repeat. */
export interface Writers {
  /** Keys whose payment was acknowledged, and keys that got no acknowledgement, so far. */
  acknowledged: Set<string>
  pending: Map<string, object>
  /** Requests that found the server gone, or were refused, since the last call. */
  cut(): number
  /** Returns the words of the refusals since the last call; a server that is gone says nothing. */
  refusals(): Set<string>
  /** Lets every writer finish the request it is at, and returns when they have. */
  pause(): Promise<void>
  resume(): void
  /** Sends what is pending again, under the same keys, until all of it is acknowledged. */
  insist(): Promise<void>
}

const WRITERS = 8
const account = {
  name: 'Karim',
  email: 'karim@diyar.dz',
  password: 'Motdepasse1!',
}

/** An account, and one bien per writer whose price is never reached. */
export async function prepareWriting(url: string, db: Db): Promise<{ browser: Browser; bodies: object[] }> {
  const browser = await signIn(url, account)
  const { id: client_id } = await buildClient(db)
  const bodies: object[] = []
  for (let n = 0; n < WRITERS; n++) {
    const local_id = await buildLocal(db, { prix: 9_999_999_999_999 })
    await sell(db, local_id, client_id)
    bodies.push({ client_id, local_id, date_paiement: '2026-03-01', versement: 1 })
  }
  return { browser, bodies }
}

/**
 * @param urlNow where the server is at this moment
 * @param padding how many characters each payment carries besides its key
 */
export function startWriters(
  urlNow: () => string,
  { browser, bodies }: Awaited<ReturnType<typeof prepareWriting>>,
  padding = 0,
): Writers {
  const acknowledged = new Set<string>()
  const pending = new Map<string, object>()
  let cut = 0
  let refusals = new Set<string>()
  let serial = 0
  let shift = new AbortController()
  let working: Promise<unknown> = Promise.resolve()
  const send = async (body: object, key: string) => {
    const details = `${key} ${'x'.repeat(padding)}`.trim()
    const answer = await browser
      .call(urlNow(), 'POST', '/api/paiements', { ...body, details }, { 'idempotency-key': key })
      .catch(() => null)
    if (answer?.statusCode === 201) {
      acknowledged.add(key)
      pending.delete(key)
    } else {
      pending.set(key, body)
      cut++
      if (answer) refusals.add(`${answer.statusCode} ${messageOf(answer.json)}`)
      await delay(20)
    }
  }
  // A writer sends as a screen does: the same form, under the same key, until it is acknowledged.
  const write = async (body: object, { signal }: AbortController) => {
    while (!signal.aborted) {
      const key = `envoi-${++serial}`
      do await send(body, key)
      while (!acknowledged.has(key) && !signal.aborted)
    }
  }
  return {
    acknowledged,
    pending,
    cut() {
      const seen = cut
      cut = 0
      return seen
    },
    refusals() {
      const seen = refusals
      refusals = new Set()
      return seen
    },
    async pause() {
      shift.abort()
      await working
    },
    resume() {
      const started = (shift = new AbortController())
      working = Promise.all(bodies.map((body) => write(body, started)))
    },
    async insist() {
      const deadline = Date.now() + 60_000
      while (pending.size > 0) {
        if (Date.now() > deadline) throw new Error(`${pending.size} payments are still refused`)
        for (const [key, body] of pending) await send(body, key)
      }
    },
  }
}

/** Acknowledged keys without a payment, and keys with more than one. */
export async function compare(
  db: Db,
  { acknowledged }: Writers,
): Promise<{ lost: string[]; doubled: string[] }> {
  const { rows } = await sql<{ key: string; times: number }>`
    select split_part(details, ' ', 1) as key, count(*)::integer as times from paiements group by 1`.execute(
    db,
  )
  const times = new Map(rows.map((row) => [row.key, row.times]))
  return {
    lost: [...acknowledged].filter((key) => !times.has(key)),
    doubled: [...times].filter(([, n]) => n > 1).map(([key]) => key),
  }
}

const messageOf = (json: unknown) =>
  typeof json === 'object' && json !== null && 'message' in json ? String(json.message) : JSON.stringify(json)
