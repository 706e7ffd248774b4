import { sql, type RawBuilder } from 'kysely'
import { progression } from '#features/ventes/ventes.rules.ts'
import type { Centimes } from '#shared/argent.ts'
import type { Db } from '#server/database/db.ts'

/** Sums over the sales of a client that are open now, in centimes: what has ended does not count. */
export interface SommesDuClient {
  biens: number
  prix: Centimes
  paye: Centimes
}

/** {@link SommesDuClient} of the client in `column`, as a column of a query. */
export function sommesDuClient(column: string): RawBuilder<SommesDuClient> {
  return sql<SommesDuClient>`(
    select json_build_object('biens', count(*), 'prix', coalesce(sum(v.prix), 0), 'paye', coalesce(sum(v.total_paye), 0))
    from ventes v where v.client_id = ${sql.ref(column)} and v.terminee_le is null)`
}

/** How many biens a client has now, their price, what is paid and what remains of all of them, in centimes. */
export function toTotaux({ biens, prix, paye }: SommesDuClient) {
  return { biens, montant: prix, totalPaye: paye, resteAPayer: progression(prix, paye).resteAPayer }
}

type Totaux = ReturnType<typeof toTotaux>

/** {@link toTotaux} of each of the clients, by their id; whoever owns nothing has zeros. */
export async function readTotauxDesClients(db: Db, ids: readonly number[]): Promise<(id: number) => Totaux> {
  const rows = await db
    .selectFrom('clients as c')
    .where(sql<boolean>`c.id = any(${ids}::bigint[])`)
    .select(['c.id', sommesDuClient('c.id').as('sommes')])
    .execute()
  const found = new Map(rows.map(({ id, sommes }) => [id, sommes]))
  return (id) => toTotaux(found.get(id) ?? { biens: 0, prix: 0, paye: 0 })
}
