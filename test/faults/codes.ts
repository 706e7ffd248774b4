import type { Db } from '#server/database/db.ts'
import { killWorker, type Interrupted, type Worker } from '#test/faults/worker.ts'
import type { Browser } from '#test/harness/browser.ts'
import { buildBloc, buildClient, buildLocal, pay, sell } from '#test/harness/builders.ts'

const LOCAUX = 80
/** How many payments of a local are deleted one by one; the others go with its client. */
const UN_PAR_UN = 5
const PAIEMENTS = 8

interface Prepared {
  locaux: { id: number; paiements: { id: number; code: string }[] }[]
  /** The amount of each code, in centimes. */
  montants: Map<string, number>
}

async function preparePayments(db: Db): Promise<Prepared> {
  const { id: client } = await buildClient(db)
  const { id: bloc_id } = await buildBloc(db)
  const locaux: Prepared['locaux'] = []
  for (let n = 0; n < LOCAUX; n++) {
    const id = await buildLocal(db, { bloc_id })
    const vente = await sell(db, id, client)
    for (let rang = 0; rang < PAIEMENTS; rang++) await pay(db, vente, 1_000 * n + rang + 1)
    const paiements = await db
      .selectFrom('paiements')
      .select(['id', 'code'])
      .where('vente_id', '=', vente)
      .orderBy('id')
      .execute()
    locaux.push({ id, paiements })
  }
  const all = await db.selectFrom('paiements').select(['code', 'versement']).execute()
  return { locaux, montants: new Map(all.map(({ code, versement }) => [code, versement])) }
}

interface Eraser extends Worker {
  montants: Prepared['montants']
}

/** Deletes payments without a pause, by their call and with the client of their local. */
function startEraser(urlNow: () => string, browser: Browser, { locaux, montants }: Prepared): Eraser {
  let shift = new AbortController()
  let working: Promise<unknown> = Promise.resolve()
  const acts = locaux.flatMap(({ id, paiements }) => [
    ...paiements
      .slice(0, UN_PAR_UN)
      .map((un) => ({ method: 'DELETE', path: `/api/paiements/${un.id}`, codes: [un.code] })),
    {
      method: 'PUT',
      path: `/api/locaux/${id}/retirer-client`,
      codes: paiements.slice(UN_PAR_UN).map(({ code }) => code),
    },
  ])
  const erase = async (signal: AbortSignal) => {
    for (let act = acts.shift(); act && !signal.aborted; act = acts.shift()) {
      const answer = await browser.call(urlNow(), act.method, act.path, {}).catch(() => null)
      if (answer?.statusCode !== 200) {
        eraser.cut++
        return
      }
      for (const code of act.codes) eraser.told.set(code, 'annulé')
      eraser.done++
    }
  }
  const eraser: Eraser = {
    montants,
    told: new Map(),
    done: 0,
    cut: 0,
    work() {
      const { signal } = (shift = new AbortController())
      working = erase(signal)
    },
    async rest() {
      await working
      shift.abort()
    },
  }
  return eraser
}

/** Each payment is there, or its code answers in its place: never both, never neither; what was told is gone. */
async function compareCodes(db: Db, { montants, told }: Eraser): Promise<string[]> {
  const there = new Set((await db.selectFrom('paiements').select('code').execute()).map(({ code }) => code))
  const eteints = await db.selectFrom('codes_eteints').select(['code', 'montant']).execute()
  const gone = new Map(eteints.map(({ code, montant }) => [code, montant]))
  return [...montants].flatMap(([code, montant]) => {
    if (there.has(code) === gone.has(code)) return [`${code}: ${there.has(code) ? 'both' : 'neither'}`]
    if (told.has(code) && there.has(code)) return [`${code}: told to be deleted, is there`]
    return gone.has(code) && gone.get(code) !== montant ? [`${code}: ${gone.get(code)} for ${montant}`] : []
  })
}

/** Somebody who deletes payments while the server is killed again and again. */
export const killEraser = (cycles: number): Promise<Interrupted> =>
  killWorker(cycles, { prepare: preparePayments, start: startEraser, compare: compareCodes, acts: 70 })
