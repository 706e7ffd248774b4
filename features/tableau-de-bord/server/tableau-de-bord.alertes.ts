import { sql, type RawBuilder } from 'kysely'
import type { Jour } from '#shared/dates.ts'

/** Above, the screen says « 99+ ». */
const COMPTE_MAX = 100
/** An option of which so many days are left is about to end. */
const JOURS_RESTANTS = 7

const counted = (rows: RawBuilder<unknown>) =>
  sql`(select count(*) from (${rows} limit ${sql.lit(COMPTE_MAX)}) compte)`

/** What waits, as one object, amounts in centimes: what is late out of its partial index, options that end soon, refunds to make. */
export const alertesLe = (jour: RawBuilder<Jour>) => sql`(
  select json_build_object('echeances_en_retard', count(*), 'montant_en_retard', coalesce(sum(e.montant - e.couvert), 0)::bigint,
    'options_a_echeance', ${counted(sql`select from options o
      where o.fin is null and o.expire_le between ${jour}::date and ${jour}::date + ${sql.lit(JOURS_RESTANTS)}`)},
    'remboursements_a_faire', ${counted(sql`select from desistements d join ventes v on v.id = d.vente_id
      where v.total_paye - d.retenue > coalesce((select sum(r.montant) from remboursements r where r.vente_id = d.vente_id), 0)`)})
  from echeances e where e.ouverte and e.couvert < e.montant and e.exigible_le <= ${jour}::date)`
