import { sql } from 'kysely'
import type { SoldeDuBien } from '#features/paiements/paiement.contract.ts'
import { aujourdhui } from '#shared/dates.ts'
import type { Db } from '#server/database/db.ts'

/** What an open vente waits for next, the first line of its échéancier that is not covered, and what is late of it. In centimes. */
export async function readEcheance(
  db: Db,
  venteId: number,
): Promise<Pick<SoldeDuBien, 'echeance' | 'en_retard'>> {
  const { rows } = await sql<Pick<SoldeDuBien, 'echeance' | 'en_retard'>>`
    select (select json_build_object('libelle', e.libelle, 'reste', e.montant - e.couvert, 'exigible_le', e.exigible_le)
        from echeances e where e.vente_id = ${venteId} and e.couvert < e.montant order by e.rang limit 1) as echeance,
      (select coalesce(sum(e.montant - e.couvert), 0)::bigint from echeances e
        where e.vente_id = ${venteId} and e.ouverte and e.exigible_le <= ${aujourdhui()}::date) as en_retard`.execute(
    db,
  )
  return rows[0] ?? { echeance: null, en_retard: 0 }
}
