import { sql, type RawBuilder } from 'kysely'
import { progression } from '#features/ventes/ventes.rules.ts'
import type { Centimes } from '#shared/argent.ts'
import type { Db } from '#server/database/db.ts'

/** Sums over the open sales of a client, in centimes; an ended sale does not count. */
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

/** Number of biens of a client, their price, what is paid and what remains of all of them, in centimes. */
export function toTotaux({ biens, prix, paye }: SommesDuClient) {
  return { biens, montant: prix, totalPaye: paye, resteAPayer: progression(prix, paye).resteAPayer }
}

type Totaux = ReturnType<typeof toTotaux>

/** Reads {@link toTotaux} of each client by id; a client without a bien has zeros. */
export async function readTotauxDesClients(db: Db, ids: readonly number[]): Promise<(id: number) => Totaux> {
  const rows = await db
    .selectFrom('clients as c')
    .where(sql<boolean>`c.id = any(${ids}::bigint[])`)
    .select(['c.id', sommesDuClient('c.id').as('sommes')])
    .execute()
  const found = new Map(rows.map(({ id, sommes }) => [id, sommes]))
  return (id) => toTotaux(found.get(id) ?? { biens: 0, prix: 0, paye: 0 })
}
