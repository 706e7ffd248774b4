import type { Db } from '#server/database/db.ts'
import type { Browser } from '#test/harness/browser.ts'
import { buildAppartement, buildClient, pay, sell } from '#test/harness/builders.ts'
import { killWorker, type Interrupted, type Worker } from '#test/faults/worker.ts'

const CLIENTS = 8

interface Issuers extends Worker {
  /** The number that the paper of each key got. */
  told: Map<string, string>
  /** Sends again what got no answer, and some of what got one, each under its key. What differs from before. */
  insist(): Promise<string[]>
}

async function prepareSale(db: Db): Promise<number> {
  const vente = await sell(db, await buildAppartement(db), (await buildClient(db)).id)
  await pay(db, vente, 50_000_000)
  return vente
}

/** Eight who issue the same paper at once, without a pause, each time under a key of its own. */
function startIssuers(urlNow: () => string, browser: Browser, vente: number): Issuers {
  let shift = new AbortController()
  let working: Promise<unknown> = Promise.resolve()
  let serial = 0
  const pending = new Set<string>()
  const send = async (key: string): Promise<string | null> => {
    const answer = await browser
      .call(
        urlNow(),
        'POST',
        `/api/ventes/${vente}/documents`,
        { type: 'attestation_paiement' },
        { 'idempotency-key': key },
      )
      .catch(() => null)
    if (answer?.statusCode !== 201) return null
    return (answer.json as { numero: string }).numero
  }
  const issue = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      const key = `papier-${++serial}`
      const numero = await send(key)
      if (numero === null) {
        pending.add(key)
        shift.abort()
      } else {
        issuers.told.set(key, numero)
        issuers.done++
      }
    }
  }
  const issuers: Issuers = {
    told: new Map(),
    done: 0,
    cut: 0,
    work() {
      const { signal } = (shift = new AbortController())
      working = Promise.all(Array.from({ length: CLIENTS }, () => issue(signal)))
    },
    async rest() {
      await working
      if (pending.size > 0) issuers.cut++
    },
    async insist() {
      const wrong: string[] = []
      for (const key of [...pending, ...[...issuers.told.keys()].slice(-CLIENTS)]) {
        const before = issuers.told.get(key)
        const numero = await send(key)
        if (numero === null) wrong.push(`${key}: refused`)
        else if (before !== undefined && before !== numero) wrong.push(`${key}: ${before}, again ${numero}`)
        else issuers.told.set(key, numero)
        pending.delete(key)
      }
      return wrong
    },
  }
  return issuers
}

/** Numbers 1…n without gap, one for each key, and none but theirs. */
async function comparePapers(db: Db, issuers: Issuers): Promise<string[]> {
  const wrong = await issuers.insist()
  const rows = await db.selectFrom('documents').select(['annee', 'numero']).orderBy('numero').execute()
  const there = rows.map(({ annee, numero }) => `${annee}-AP-${String(numero).padStart(4, '0')}`)
  const told = [...issuers.told.values()].toSorted()
  rows.forEach(
    ({ numero }, rang) => numero !== rang + 1 && wrong.push(`number ${numero} stands at ${rang + 1}`),
  )
  if (there.join() !== told.join()) wrong.push(`${there.length} are there, ${told.length} were told`)
  const last = await db.selectFrom('numeros').select('dernier').where('serie', '=', 'AP').executeTakeFirst()
  if (last?.dernier !== rows.length)
    wrong.push(`${rows.length} are there, the last number is ${last?.dernier}`)
  return wrong
}

/** Eight issue the same paper while the server is killed again and again. */
export const killIssuers = (cycles: number): Promise<Interrupted> =>
  killWorker(cycles, { prepare: prepareSale, start: startIssuers, compare: comparePapers, acts: 20 })
