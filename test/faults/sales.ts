import { sql } from 'kysely'
import type { Db } from '#server/database/db.ts'
import type { Browser } from '#test/harness/browser.ts'
import { buildAppartement, buildBloc, buildClient, buildEtage, pay, sell } from '#test/harness/builders.ts'
import { killWorker, type Interrupted, type Worker } from '#test/faults/worker.ts'

const LOTS = 20
/** How many lines each sale has: one stade makes the hundred lines of all sales due at once. */
const LIGNES = 5
const PRIX = 100_000_000
const PAYE = 30_000_000

interface Prepared {
  bloc: number
  stade: number
  ventes: number[]
  /** Where each sale stands, and the lot beside it that is free. */
  lots: Map<number, [number, number]>
}

/** Twenty sales of one bloc, each with five lines that wait for its first stade, and as many free lots. */
async function prepareSales(db: Db): Promise<Prepared> {
  const { id: bloc } = await buildBloc(db)
  const { id: etage_id } = await buildEtage(db, { bloc_id: bloc })
  const { id: client } = await buildClient(db)
  const { id: stade } = await db
    .selectFrom('stades')
    .select('id')
    .where('rang', '=', 1)
    .executeTakeFirstOrThrow()
  const lots: Prepared['lots'] = new Map()
  for (let n = 0; n < LOTS; n++) {
    const [sold, free] = [
      await buildAppartement(db, { etage_id, prix: PRIX }),
      await buildAppartement(db, { etage_id, prix: PRIX }),
    ]
    const vente = await sell(db, sold, client)
    lots.set(vente, [sold, free])
    await db
      .insertInto('echeances')
      .values(
        Array.from({ length: LIGNES }, (_, index) => ({
          vente_id: vente,
          rang: index + 1,
          libelle: `Appel ${index + 1}`,
          montant: PRIX / LIGNES,
          declencheur: 'stade',
          stade_id: stade,
        })),
      )
      .execute()
    await pay(db, vente, PAYE)
  }
  await sql`select rafraichir_echeances(array(select id from ventes))`.execute(db)
  return { bloc, stade, ventes: [...lots.keys()], lots }
}

/** How a dossier stands: as an answer told it, and as the database has it. */
interface Told {
  etat: string
  version: number
  bien: number
  rembourse: number
}

interface Salesman extends Worker {
  told: Map<number, Told>
  /** Whether the stade was reached, as the last answer said. */
  reached: boolean | null
  stade: Pick<Prepared, 'bloc' | 'stade'>
}

function startSalesman(
  urlNow: () => string,
  browser: Browser,
  { bloc, stade, ventes, lots }: Prepared,
): Salesman {
  let shift = new AbortController()
  let working: Promise<unknown> = Promise.resolve()
  let turn = 0
  const salesman: Salesman = {
    told: new Map(),
    reached: null,
    stade: { bloc, stade },
    done: 0,
    cut: 0,
    refused: 0,
    work() {
      const { signal } = (shift = new AbortController())
      working = sellOn(signal)
    },
    async rest() {
      await working
    },
  }
  const ask = async (method: string, path: string, body: object) => {
    if (shift.signal.aborted) return null
    const answer = await browser.call(urlNow(), method, path, body).catch(() => null)
    if (!answer || answer.statusCode >= 500) {
      salesman.cut++
      shift.abort()
      return null
    }
    if (answer.statusCode >= 300) {
      salesman.refused = (salesman.refused ?? 0) + 1
      return null
    }
    salesman.done++
    salesman.refused = 0
    return record(answer.json)
  }
  /** One change of a dossier: until it is answered nothing is known of it. */
  const change = async (vente: number, method: string, path: string, body: object = {}) => {
    const before = salesman.told.get(vente)
    salesman.told.delete(vente)
    const json = await ask(method, path, body)
    if (!json) return null
    if ('etat' in json)
      salesman.told.set(vente, {
        etat: String(json['etat']),
        version: Number(json['version']),
        bien: Number(record(json['bien'])['id']),
        rembourse: Math.round(Number(record(json['desistement'])['rembourse'] ?? 0) * 100),
      })
    else if (before && method === 'POST')
      salesman.told.set(vente, {
        ...before,
        rembourse: before.rembourse + Math.round(Number(json['montant']) * 100),
      })
    return json
  }
  const recordStade = async (method: 'PUT' | 'DELETE') => {
    salesman.reached = null
    if (await ask(method, `/api/blocs/${bloc}/stades/${stade}`, { atteint_le: '2026-03-01' }))
      salesman.reached = method === 'PUT'
  }
  const sellOn = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      const vente = ventes[turn++ % ventes.length] ?? 0
      const path = `/api/ventes/${vente}`
      await recordStade('PUT')
      const [here, there] = lots.get(vente) ?? [0, 0]
      const told = salesman.told.get(vente)
      const bien_id = told?.bien === there ? here : there
      await change(vente, 'POST', `${path}/transfert-bien`, { bien_id, motif: 'Un étage plus haut' })
      await recordStade('DELETE')
      const end = { demande_le: '2026-04-01', origine: 'client', motif: 'Mutation', retenue: 1000 }
      await change(vente, 'POST', `${path}/desistement`, end)
      const refunds = []
      for (const [montant, mode] of [
        [1500.5, 'virement'],
        [99, 'especes'],
      ])
        refunds.push(
          await change(vente, 'POST', `${path}/remboursements`, { jour: '2026-04-02', montant, mode }),
        )
      // One in seven stays given up.
      if (turn % 7 === 0) continue
      for (const refund of refunds)
        if (refund) await change(vente, 'DELETE', `/api/remboursements/${String(refund['id'])}`)
      await change(vente, 'DELETE', `${path}/desistement`)
    }
  }
  return salesman
}

/** Returns the sales that are not as an answer told them. */
async function compareSales(db: Db, { told, reached, stade }: Salesman): Promise<string[]> {
  const { rows } = await sql<Told & { id: number }>`
    select v.id, v.version, v.bien_id as bien,
      case when v.terminee_le is null then 'ouverte' when d.vente_id is null then 'retrait' else 'desistement' end as etat,
      coalesce((select sum(montant) from remboursements r where r.vente_id = v.id), 0)::bigint as rembourse
    from ventes v left join desistements d on d.vente_id = v.id`.execute(db)
  const there = new Map(rows.map(({ id, ...row }) => [id, row]))
  const wrong = [...told].flatMap(([id, { etat, version, bien, rembourse }]) => {
    const found = there.get(id)
    const same =
      found?.etat === etat &&
      found.version === version &&
      found.bien === bien &&
      found.rembourse === rembourse
    return same ? [] : [`dossier ${id}: told ${JSON.stringify(told.get(id))}, is ${JSON.stringify(found)}`]
  })
  const { n } = await db
    .selectFrom('stades_atteints')
    .where('bloc_id', '=', stade.bloc)
    .select(sql<number>`count(*)`.as('n'))
    .executeTakeFirstOrThrow()
  if (reached !== null && reached !== n > 0) wrong.push(`stade: told ${reached}, is ${n > 0}`)
  return wrong
}

/** A salesman at work while the server is killed again and again; after each kill what was told is looked up. */
export const killSalesman = (cycles: number): Promise<Interrupted> =>
  killWorker(cycles, { prepare: prepareSales, start: startSalesman, compare: compareSales })

const record = (json: unknown): Record<string, unknown> =>
  typeof json === 'object' && json !== null ? { ...json } : {}
