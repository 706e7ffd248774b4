import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { vi } from 'vitest'
import { createApp } from '#server/http/app.ts'
import type { Db } from '#server/database/db.ts'
import { diskStore } from '#server/files/disk.ts'
import { startApp, type Answer, type TestApp, type Visitor } from '#test/harness/app.ts'
import { makeChange, mutatingCalls, sendChange } from '#test/scenes/changes.ts'
import type { Random } from '#db/random.ts'
import type { Change } from '#test/scenes/scene.ts'
import { idOf } from '#test/harness/builders.ts'
import { signedIn } from '#test/harness/sessions.ts'
import { printTables, type Print } from '#test/harness/tables.ts'
import { FAULTS, wireTo, type Fault, type Wire } from '#test/faults/wire.ts'

/** How many calls to the database were made to fail, and what did not hold then. */
interface Swept {
  cases: number
  wrong: string[]
}

const AWAY = '{"message":"Service momentanément indisponible. Réessayez dans un instant."}'
/** Body of the answer to a defect: it says nothing (Q21). */
const NOTHING = '{}'

/**
 * Attempts stay counted whatever becomes of the call; the rest is all or nothing. In how many rows `cumuls` keeps its sums
 * depends on who came before: what they come to is checked by db/invariants.sql.
 */
const COUNTED_ANYWAY = ['tentatives', 'migrations', 'cumuls']

/** The work of these calls goes on after the answer, over a connection of its own, and needs a folder for backups. */
const IN_THE_BACKGROUND = new Set(['POST /api/sauvegardes', 'POST /api/sante/verification'])
/** The work that these calls begin is done over the same connections, before or after the answer is out: the calls themselves end with their commit. */
const BEGINNING = new Set(['POST /api/imports', 'POST /api/imports/{id}/confirmer'])
/** The caller has no session but a link that was opened, and the call writes nothing. */
const OF_A_BUYER = 'POST /api/suivi/fermer'

export interface FaultBench {
  /** Every call that changes something. */
  calls: string[]
  /**
   * Makes calls to the database that `call` (a method and a path) makes fail, one per try, and looks: a 5xx in French,
   * everything done or nothing, no connection kept, no half file, and the same request with the same key afterwards does
   * its work once.
   * @param every each call in each way, rather than one of them (that `random` draws) and the commit
   */
  sweep(call: string, random: Random, every: boolean): Promise<Swept>
  close(): Promise<void>
}

/** The product on a database whose calls can be made to fail, and beside it the same product on the same data, in good health. */
export async function startFaultBench({ autocommit = false } = {}): Promise<FaultBench> {
  const t = await startApp()
  const wire = wireTo(t.connection, { max: 4, autocommit })
  const app = await createApp({ db: wire.db, files: diskStore(t.files) })
  // With a password: a call asks for it once more.
  const id = idOf(await (await t.member()).get('/api/user'))
  return {
    calls: mutatingCalls(app).filter((call) => !IN_THE_BACKGROUND.has(call) && call !== OF_A_BUYER),
    async sweep(call, random, every) {
      const run = async (planned?: Planned) =>
        tryOnce(
          // Some calls end all other sessions of their member.
          { t, wire, call, asks: await signedIn(app, t.db, id), prepares: await signedIn(t.app, t.db, id) },
          planned,
        )
      // The first number of a year, of receipts or of any other series, adds a row that later ones do not.
      await run()
      const good = await run()
      if (good.answer.statusCode >= 300)
        return {
          cases: 1,
          wrong: [`${call}: ${good.answer.statusCode} ${good.answer.body} when all is well`],
        }
      const swept: Swept = { cases: 0, wrong: [] }
      for (const planned of every ? everyFault(good) : someFaults(good, random)) {
        const hit = await run(planned)
        swept.cases += 1
        const wrong = hit.landed ? judge(good, hit) : 'the fault did not land'
        if (wrong)
          swept.wrong.push(`${call}, ${planned.fault} at call ${planned.at} (${hit.struck}): ${wrong}`)
      }
      return swept
    },
    async close() {
      await app.close()
      await wire.close()
      await t.close()
    },
  }
}

const everyFault = ({ calls }: Tried): Planned[] =>
  FAULTS.flatMap((fault) => calls.map((_sql, at) => ({ at, fault })))

/** An error anywhere, and one of three at the end: the connection lost before or after the commit, or an error of what comes last. */
const someFaults = ({ calls }: Tried, random: Random): Planned[] => {
  const commit = commitOf(calls)
  const ends: Planned[] = [
    { at: commit, fault: 'cut' },
    { at: commit, fault: 'cut after' },
    { at: calls.length - 1, fault: 'error' },
  ]
  const end = Math.floor(random() * ends.length)
  return [{ at: Math.floor(random() * calls.length), fault: 'error' }, ...ends.slice(end, end + 1)]
}

/** The commit of the change itself: what is only read beforehand has one of its own. */
const commitOf = (calls: readonly string[]) => calls.indexOf('commit', calls.indexOf('begin'))

interface Planned {
  at: number
  fault: Fault
}

interface Scene {
  t: TestApp
  wire: Wire
  call: string
  asks: Visitor
  prepares: Visitor
}

interface Tried {
  answer: Answer
  /** The SQL of every call to the database. */
  calls: string[]
  landed: boolean
  /** The SQL of the call that failed, cut short. */
  struck: string
  /** Whether the change was committed by the time it failed. */
  committed: boolean
  /** Whether the product knew so. */
  told: boolean
  changed: boolean
  /** Rows more or less than before, per table: after the failure, and after the request was sent again. */
  rows: string
  again: { answer: Answer; rows: string } | null
  leaked: boolean
  files: string
}

async function tryOnce({ t, wire, call, asks, prepares }: Scene, planned?: Planned): Promise<Tried> {
  await t.db.deleteFrom('tentatives').execute()
  const change = await makeChange(call, t.db, prepares)
  const before = await stateOf(t.db)
  // The check of an import that an earlier try began may still be at work over the same connections.
  const answer = await wire.during(() => send(asks, change), planned)
  const [landed, all] = [wire.landed(), [...wire.calls]]
  const calls = BEGINNING.has(call) && !planned ? all.slice(0, commitOf(all) + 1) : all
  wire.listen()
  const idle = () => wire.pool.waitingCount === 0 && wire.pool.idleCount === wire.pool.totalCount
  const leaked = await vi.waitUntil(idle, { timeout: 5_000, interval: 1 }).then(
    () => false,
    () => true,
  )
  const after = await stateOf(t.db)
  const at = planned?.at ?? 0
  const commit = commitOf(calls)
  const done = commit >= 0 && (at > commit || (at === commit && planned?.fault === 'cut after'))
  // A call that was done and has no key is not repeated: there, the answer would be about another state.
  const repeat = planned && landed && (!done || keyed(call))
  const again = repeat ? await send(asks, change) : null
  return {
    answer,
    calls,
    landed,
    struck: (calls[at] ?? '').slice(0, 60),
    committed: done,
    told: at > commit && done,
    changed: told(before) !== told(after),
    rows: difference(before, after),
    again: again && { answer: again, rows: difference(before, await stateOf(t.db)) },
    leaked,
    files: await strayFiles(t),
  }
}

function judge(good: Tried, hit: Tried): string | null {
  const { answer, again } = hit
  if (hit.leaked) return 'a connection is kept'
  if (hit.files) return hit.files
  const said = `answered ${answer.statusCode} ${answer.body.slice(0, 200)}`
  if (hit.told && answer.statusCode !== good.answer.statusCode) return `${said} after the commit`
  if (!hit.told && answer.statusCode < 500) return said
  if (!hit.told && answer.body !== (answer.statusCode === 503 ? AWAY : NOTHING)) return said
  if (!hit.committed && hit.changed) return `something stayed: ${hit.rows}`
  if (hit.committed && hit.rows !== good.rows) return `done by halves: ${hit.rows} instead of ${good.rows}`
  if (again && again.answer.statusCode !== good.answer.statusCode)
    return `sent again: ${again.answer.statusCode} ${again.answer.body.slice(0, 200)}`
  if (again && again.rows !== good.rows) return `sent again: ${again.rows} instead of ${good.rows}`
  return null
}

/** Creating calls carry a key; public ones have nobody whose key it could be, and a secret is never given twice. */
const keyed = (call: string) =>
  call.startsWith('POST ') &&
  !/\/(login|register|logout|ouvrir|lien|autorisation|connexions\/fermer|second-facteur|second-facteur\/(confirmer|codes))$/.test(
    call,
  )

let keys = 0
const sent = new WeakMap<Change, string>()

/** The same key each time the same change is sent. */
function send(visitor: Visitor, change: Change): Promise<Answer> {
  const key = sent.get(change) ?? `faute-${++keys}`
  sent.set(change, key)
  return sendChange(visitor, change, { 'idempotency-key': key })
}

const stateOf = (db: Db) => printTables(db, COUNTED_ANYWAY)

/** A number that was drawn for what then failed is not drawn again. */
const told = (state: Map<string, Print>) =>
  JSON.stringify([...state].map(([table, { rows, hash }]) => [table, rows, hash]))

const difference = (before: Map<string, Print>, after: Map<string, Print>) =>
  [...after]
    .map(([table, { rows }]) => [table, rows - (before.get(table)?.rows ?? 0)] as const)
    .filter(([, more]) => more !== 0)
    .map(([table, more]) => `${table} ${more > 0 ? '+' : ''}${more}`)
    .join(', ')

/** Uploads left half received, and records whose file is not there; empty when all is well. */
async function strayFiles(t: TestApp): Promise<string> {
  const drafts = () => readdir(join(t.files, 'brouillons')).catch(() => [])
  // The files are removed once the answer has gone out.
  const gone = await vi
    .waitUntil(async () => (await drafts()).length === 0, { timeout: 5_000, interval: 1 })
    .catch(() => false)
  if (!gone) return 'half-received files stay'
  const kept = await readdir(join(t.files, 'plans'), { recursive: true }).catch(() => [])
  const ids = new Set(kept.filter((name) => name.endsWith('.pdf')).map((name) => name.slice(-40, -4)))
  const named = await t.db.selectFrom('fichiers').select('id').execute()
  const lost = named.filter(({ id }) => !ids.has(id))
  return lost.length > 0 ? `${lost.length} records name a file that is not there` : ''
}
