import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '#server/database/db.ts'
import { openDatabase } from '#server/database/pool.ts'
import { signIn, type Browser } from '#test/harness/browser.ts'
import { failedInvariants } from '#test/harness/invariants.ts'
import { launch } from '#test/harness/processes.ts'
import { dataFolder, drop, killAfter } from '#test/faults/kills.ts'
import {
  buildAppartement,
  buildClient,
  buildCompteBancaire,
  payByCheque,
  sell,
} from '#test/harness/builders.ts'

const REMISE = 100
const CHEQUES = 4 * REMISE

/** Where a cheque is, and how often it was touched, as an answer told it. */
interface Told {
  etat: string
  version: number
}

/** Somebody who brings cheques to the bank without a pause, clears, rejects, represents and takes steps back. */
interface Clerk {
  /** What the last answer said of each cheque, by its id; of those of an act that was cut short nothing is known. */
  told: Map<number, Told>
  /** Acts that were answered with success, and shifts that a kill cut short. */
  done: number
  cut: number
  work(): void
  /** Returns once the act under way has its answer, or none. */
  rest(): Promise<void>
}

/** Four hundred cheques of one sale, and an account. */
async function prepareCheques(db: Db): Promise<{ compte: number; ids: number[] }> {
  const { id: client } = await buildClient(db)
  const vente = await sell(db, await buildAppartement(db, { prix: 9_999_999_999_999 }), client)
  const ids: number[] = []
  for (let n = 0; n < CHEQUES; n++) ids.push(await payByCheque(db, vente, 1000 + n))
  return { compte: (await buildCompteBancaire(db)).id, ids }
}

function startClerk(
  urlNow: () => string,
  browser: Browser,
  { compte, ids }: Awaited<ReturnType<typeof prepareCheques>>,
): Clerk {
  let shift = new AbortController()
  let working: Promise<unknown> = Promise.resolve()
  let turn = 0
  const clerk: Clerk = {
    told: new Map(),
    done: 0,
    cut: 0,
    work() {
      const { signal } = (shift = new AbortController())
      working = bring(signal)
    },
    async rest() {
      await working
    },
  }
  /** The answer of an act on these cheques when it was a success; the shift ends with one that was cut short. */
  const ask = async (path: string, body: object, touched: readonly number[], method = 'POST') => {
    if (shift.signal.aborted) return null
    const answer = await browser.call(urlNow(), method, path, body).catch(() => null)
    if (!answer || answer.statusCode >= 300) for (const id of touched) clerk.told.delete(id)
    if (!answer || answer.statusCode >= 500) {
      clerk.cut++
      shift.abort()
      return null
    }
    if (answer.statusCode >= 300) return null
    clerk.done++
    const json = record(answer.json)
    for (const row of [json, ...listOf(json['cheques']), ...listOf(json['data'])])
      if (isCheque(row)) clerk.told.set(row.id, { etat: row.etat, version: row.version })
    return json
  }
  const bring = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      const from = (turn++ % 4) * REMISE
      const some = ids.slice(from, from + REMISE)
      const made = await ask('/api/remises', { compte_id: compte, jour: '2026-03-10', ids: some }, some)
      if (made && turn % 3 === 0) {
        await ask(`/api/remises/${String(made['id'])}`, {}, some, 'DELETE')
        for (const id of some) clerk.told.delete(id)
        continue
      }
      const half = some.slice(0, REMISE / 2)
      await ask('/api/cheques/encaisser', { ids: half, encaisse_le: '2026-03-15' }, half)
      for (const id of some.slice(0, 3)) {
        await ask(`/api/cheques/${id}/rejeter`, { rejete_le: '2026-03-20', motif: 'Opposition' }, [id])
        await ask(`/api/cheques/${id}/representer`, { date_paiement: '2026-03-25' }, [id])
        clerk.told.delete(id)
      }
      for (const id of some) {
        const back = await ask(`/api/cheques/${id}/annuler-etape`, {}, [id])
        if (back?.['etat'] === 'remis') await ask(`/api/cheques/${id}/annuler-etape`, {}, [id])
      }
    }
  }
  return clerk
}

/** What was told and is not so. */
async function compareBank(db: Db, { told }: Clerk): Promise<string[]> {
  const rows = await db
    .selectFrom('paiements')
    .select(['id', 'version', 'remise_id', 'encaisse_le', 'rejete_le'])
    .execute()
  const there = new Map(rows.map((row) => [row.id, row]))
  return [...told].flatMap(([id, { etat, version }]) => {
    const row = there.get(id)
    const found =
      row && (row.rejete_le ? 'rejete' : row.encaisse_le ? 'encaisse' : row.remise_id ? 'remis' : 'recu')
    return found === etat && row?.version === version
      ? []
      : [`cheque ${id}: told ${etat} ${version}, is ${found} ${row?.version}`]
  })
}

/** The bank's clerk at work while the server is killed again and again; after each kill what was told is looked up. */
export async function killClerk(cycles: number) {
  const folder = await dataFolder()
  const settings = { DATA_DIR: folder, LOG_LEVEL: 'silent' }
  let server = await launch(settings)
  const inside = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
    const { db, close } = await openDatabase({ dataDir: folder, databaseUrl: undefined }, { adopt: true })
    try {
      return await work(db)
    } finally {
      await close()
    }
  }
  const wrong: string[] = []
  try {
    const browser = await signIn(server.url, ACCOUNT)
    const clerk = startClerk(() => server.url, browser, await inside(prepareCheques))
    let told = 0
    for (let n = 0; n < cycles; n++) {
      const enough = clerk.done + 25
      clerk.work()
      while (clerk.done < enough) await delay(5)
      await killAfter(10 + ((n * 37) % 150), String(server.pid))
      await clerk.rest()
      await server.ended
      server = await launch(settings)
      told += clerk.told.size
      wrong.push(...(await inside((db) => compareBank(db, clerk))))
    }
    const invariants = await inside(failedInvariants)
    return { done: clerk.done, cut: clerk.cut, told, wrong, invariants }
  } finally {
    await server.stop()
    await drop(folder)
  }
}

const ACCOUNT = { name: 'Samira', email: 'samira@diyar.dz', password: 'Motdepasse1!' }
const listOf = (json: unknown): unknown[] => (Array.isArray(json) ? json : [])
const isCheque = (row: unknown): row is { id: number } & Told =>
  typeof row === 'object' && row !== null && 'id' in row && 'etat' in row && 'version' in row
const record = (json: unknown): Record<string, unknown> =>
  typeof json === 'object' && json !== null ? { ...json } : {}
