import type { Db } from '#server/database/db.ts'
import type { Browser } from '#test/harness/browser.ts'
import { killWorker, type Interrupted, type Worker } from '#test/faults/worker.ts'
import {
  buildAppartement,
  buildClient,
  buildCompteBancaire,
  payByCheque,
  sell,
} from '#test/harness/builders.ts'

const REMISE = 100
const CHEQUES = 4 * REMISE
/** The day of every act: none comes before another. */
const JOUR = '2026-03-10'

/** Where a cheque is, and how often it was touched, as an answer told it. */
interface Told {
  etat: string
  version: number
}

/** Brings cheques to the bank without a pause, clears, rejects, represents and takes steps back. */
interface Clerk extends Worker {
  /** State and version of each cheque, by its id, as the last answer told them; none for a cheque that an act touched and was cut short. */
  told: Map<number, Told>
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
    refused: 0,
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
    if (answer.statusCode >= 300) {
      clerk.refused = (clerk.refused ?? 0) + 1
      return null
    }
    clerk.done++
    clerk.refused = 0
    const json = record(answer.json)
    for (const row of [json, ...listOf(json['cheques']), ...listOf(json['data'])])
      if (isCheque(row)) clerk.told.set(row.id, { etat: row.etat, version: row.version })
    return json
  }
  const groups = Array.from({ length: CHEQUES / REMISE }, (_, n) => ids.slice(n * REMISE, (n + 1) * REMISE))
  /** A represented cheque is at its end: the new one takes its place, or nobody when the answer was cut short. */
  const represent = async (group: number[], id: number, signal: AbortSignal) => {
    const made = await ask(`/api/cheques/${id}/representer`, { date_paiement: JOUR }, [id])
    clerk.told.delete(id)
    if (made) group.splice(group.indexOf(id), 1, Number(made['id']))
    else if (signal.aborted) group.splice(group.indexOf(id), 1)
  }
  const bring = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      const some = groups[turn++ % groups.length] ?? []
      const made = await ask('/api/remises', { compte_id: compte, jour: JOUR, ids: some }, some)
      if (made && turn % 3 === 0) {
        await ask(`/api/remises/${String(made['id'])}`, {}, some, 'DELETE')
        for (const id of some) clerk.told.delete(id)
        continue
      }
      const half = some.slice(0, some.length / 2)
      await ask('/api/cheques/encaisser', { ids: half, encaisse_le: JOUR }, half)
      for (const id of some.slice(0, 3)) {
        await ask(`/api/cheques/${id}/rejeter`, { rejete_le: JOUR, motif: 'Opposition' }, [id])
        await represent(some, id, signal)
      }
      for (const id of some) {
        const back = await ask(`/api/cheques/${id}/annuler-etape`, {}, [id])
        if (back?.['etat'] === 'remis') await ask(`/api/cheques/${id}/annuler-etape`, {}, [id])
      }
    }
  }
  return clerk
}

/** Returns the cheques that are not as an answer told them. */
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
export const killClerk = (cycles: number): Promise<Interrupted> =>
  killWorker(cycles, { prepare: prepareCheques, start: startClerk, compare: compareBank })

const listOf = (json: unknown): unknown[] => (Array.isArray(json) ? json : [])
const isCheque = (row: unknown): row is { id: number } & Told =>
  typeof row === 'object' && row !== null && 'id' in row && 'etat' in row && 'version' in row
const record = (json: unknown): Record<string, unknown> =>
  typeof json === 'object' && json !== null ? { ...json } : {}
