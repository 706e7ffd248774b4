import { sql } from 'kysely'
import type { Db } from '#server/database/db.ts'
import type { Browser } from '#test/harness/browser.ts'
import { buildAppartement, buildBon, buildClient, buildLigne, sell } from '#test/harness/builders.ts'
import { killWorker, type Interrupted, type Worker } from '#test/faults/worker.ts'

const BIENS = 3
const JOUR = '2026-03-01'

interface Prepared {
  client: number
  ventes: number[]
  bon: number
}

/** A client with three biens to pay, and a bon to pay by thousands of règlements. */
async function prepareComptes(db: Db): Promise<Prepared> {
  const { id: client } = await buildClient(db)
  const ventes: number[] = []
  for (let n = 0; n < BIENS; n++)
    ventes.push(await sell(db, await buildAppartement(db, { prix: 9_999_999_999_999 }), client))
  const { id: bon } = await buildBon(db)
  await buildLigne(db, bon, { prix_unitaire: 999_999_999, quantite: 100 })
  return { client, ventes, bon }
}

const ACTES = ['groupe', 'reglement', 'cloture'] as const
type Acte = (typeof ACTES)[number]

interface Comptable extends Worker {
  /** How many of each act the answers said were made. */
  told: Map<Acte, number>
  /** The act of each kind that got no answer, by its key. */
  pending: Map<Acte, string>
  /** Sends those again, under their keys. What went wrong. */
  insist(): Promise<string[]>
  prepared: Prepared
}

/** Records a transfer for three biens, pays a bon and closes a till, all three again and again and at once. */
function startComptable(urlNow: () => string, browser: Browser, prepared: Prepared): Comptable {
  const { client, ventes, bon } = prepared
  const demandes: Record<Acte, { path: string; body: object }> = {
    groupe: {
      path: '/api/paiements/groupes',
      body: {
        client_id: client,
        date_paiement: JOUR,
        mode: 'virement',
        banque: 'BNA',
        reference: '0012345',
        lignes: ventes.map((vente_id) => ({ vente_id, versement: 1 })),
      },
    },
    reglement: {
      path: `/api/bons/${bon}/reglements`,
      body: { date_reglement: JOUR, montant: 1, mode: 'especes' },
    },
    cloture: { path: '/api/clotures', body: { jour: JOUR, trouve: 5, note: 'Fonds de caisse' } },
  }
  let shift = new AbortController()
  let working: Promise<unknown> = Promise.resolve()
  let serial = 0
  const send = async (acte: Acte, key: string): Promise<boolean> => {
    comptable.pending.set(acte, key)
    const { path, body } = demandes[acte]
    const answer = await browser
      .call(urlNow(), 'POST', path, body, { 'idempotency-key': key })
      .catch(() => null)
    if (answer && answer.statusCode < 300) {
      comptable.pending.delete(acte)
      comptable.told.set(acte, (comptable.told.get(acte) ?? 0) + 1)
      comptable.done++
      return true
    }
    if (answer && answer.statusCode < 500) throw new Error(`${path}: ${answer.bytes.toString()}`)
    shift.abort()
    return false
  }
  const goOn = async (acte: Acte, signal: AbortSignal) => {
    while (!signal.aborted) await send(acte, `${acte}-${++serial}`)
  }
  const comptable: Comptable = {
    told: new Map(ACTES.map((acte) => [acte, 0])),
    pending: new Map(),
    prepared,
    done: 0,
    cut: 0,
    work() {
      const { signal } = (shift = new AbortController())
      working = Promise.all(ACTES.map((acte) => goOn(acte, signal)))
    },
    async rest() {
      await working
      if (comptable.pending.size > 0) comptable.cut++
    },
    async insist() {
      const wrong: string[] = []
      for (const [acte, key] of comptable.pending)
        if (!(await send(acte, key))) wrong.push(`${key}: no answer again`)
      return wrong
    },
  }
  return comptable
}

interface There {
  groupe: number
  reglement: number
  cloture: number
  /** Groups that are not whole, and acts whose lines in the journal are not one each. */
  parts: number
  unnoted: number
  /** Receipts and closings whose number is not their rank. */
  gaps: number
}

async function readThere(db: Db): Promise<There> {
  const { rows } = await sql<There>`
    select (select count(*) from groupes) as groupe, (select count(*) from reglements) as reglement, (select count(*) from clotures) as cloture,
      (select count(*) from (select g.id from groupes g left join paiements p on p.groupe_id = g.id group by g.id having count(p.id) <> ${BIENS}) x)
        as parts,
      (select count(*) from (
        select 'paiement' as objet, id from paiements union all select 'reglement', id from reglements union all select 'cloture', id from clotures) a
        where (select count(*) from journal j where j.objet = a.objet and j.objet_id = a.id) <> 1) as unnoted,
      (select count(*) from (select recu_numero as numero, row_number() over (order by id) as rang from paiements) x where numero <> rang)
        + (select count(*) from (select numero, row_number() over (order by id) as rang from clotures) x where numero <> rang)
        + (select count(*) from recus where dernier <> (select count(*) from paiements))
        + (select count(*) from numeros where serie = 'cloture' and dernier <> (select count(*) from clotures)) as gaps`.execute(
    db,
  )
  const [there] = rows
  if (!there) throw new Error('nothing was counted')
  return there
}

/** Returns the differences: each act whole or not at all, none lost and none twice once what was cut short is sent again, numbers without a gap. */
async function compareComptes(db: Db, comptable: Comptable): Promise<string[]> {
  const wrong: string[] = []
  const before = await readThere(db)
  for (const acte of ACTES) {
    const more = before[acte] - (comptable.told.get(acte) ?? 0)
    if (more !== 0 && !(more === 1 && comptable.pending.has(acte)))
      wrong.push(`${acte}: ${more} more than was told`)
  }
  wrong.push(...(await comptable.insist()))
  const after = await readThere(db)
  for (const acte of ACTES)
    if (after[acte] !== comptable.told.get(acte))
      wrong.push(`${acte}: ${after[acte]} are there, ${comptable.told.get(acte)} were told`)
  const { parts, unnoted, gaps } = after
  if (parts + unnoted + gaps > 0) wrong.push(JSON.stringify({ parts, unnoted, gaps }))
  return wrong
}

/** Transfers for several biens, règlements and closings while the server is killed again and again. */
export const killComptable = (cycles: number): Promise<Interrupted> =>
  killWorker(cycles, { prepare: prepareComptes, start: startComptable, compare: compareComptes, acts: 12 })
