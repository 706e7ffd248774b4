import { sql } from 'kysely'
import { vi } from 'vitest'
import type { Payeur } from '#features/rapports/recap.contract.ts'
import type { Jour } from '#shared/dates.ts'
import type { Answer, TestApp, Visitor } from '#test/harness/app.ts'

/** One sold bien of a recap, as a line: « client bien price paid remainder share ». */
export interface Situation {
  lignes: string[]
  totals: Record<'nombre_biens' | 'montant_global' | 'total_paye' | 'total_restant', number>
}

let acts = 0

/**
 * Does an act on a day: the clock of the server stands at that day's afternoon, and the instants that the database gave are set to it, since
 * no test moves the clock of the database.
 * @throws Error when the act is refused
 */
export async function on(t: TestApp, jour: Jour, act: () => Promise<Answer>): Promise<Answer> {
  const known = await marks(t)
  const instant = new Date(Date.parse(`${jour}T15:00:00+01:00`) + ++acts)
  vi.setSystemTime(instant)
  const answer = await act()
  if (answer.statusCode >= 300) throw new Error(`${jour}: ${answer.statusCode} ${answer.body}`)
  await sql`update changements_prix set le = ${instant} where id > ${known.prix}`.execute(t.db)
  await sql`update transferts set quand = ${instant} where id > ${known.transferts}`.execute(t.db)
  await sql`update ventes set ouverte_le = ${instant} where id > ${known.ventes}`.execute(t.db)
  await sql`
    update ventes set terminee_le = ${instant} where terminee_le is not null and not id = any(${known.closes}::bigint[])`.execute(
    t.db,
  )
  // The journal is append-only for everybody else.
  await t.db.transaction().execute(async (db) => {
    await sql`alter table journal disable trigger journal_definitif`.execute(db)
    await sql`update journal set quand = ${instant} where id > ${known.journal}`.execute(db)
    await sql`alter table journal enable trigger journal_definitif`.execute(db)
  })
  return answer
}

async function marks({ db }: TestApp) {
  const { rows } = await sql<
    Record<'prix' | 'transferts' | 'ventes' | 'journal', number> & { closes: number[] }
  >`
    select coalesce((select max(id) from journal), 0) as journal, coalesce((select max(id) from changements_prix), 0) as prix, coalesce((select max(id) from transferts), 0) as transferts,
      coalesce((select max(id) from ventes), 0) as ventes, array(select id from ventes where terminee_le is not null) as closes`.execute(
    db,
  )
  const [found] = rows
  if (!found) throw new Error('a select without from has one row')
  return found
}

/** Returns the answer of the recap to a query, all its clients on one page. */
export async function readSituation(karim: Visitor, query = ''): Promise<Situation> {
  const { data, totals } = (await karim.get(`/api/recap-paiements?per_page=1000${query}`)).json as {
    data: Payeur[]
    totals: Situation['totals']
  }
  const lignes = data.flatMap(({ client, biens }) =>
    biens.map(({ nlot, dossier, montant, reglement, resteAPayer, pourcentagePaiement }) =>
      [client.nomComplet, nlot, dossier, montant, reglement, resteAPayer, pourcentagePaiement].join(' | '),
    ),
  )
  return { lignes, totals }
}
