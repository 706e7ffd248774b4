import { sql, type RawBuilder } from 'kysely'
import { addJours, type Jour } from '#shared/dates.ts'

/**
 * The sales as they stood at the end of a day in Algiers, each with the bien, the client and the price that it then had and what was then paid
 * of it, in centimes: a derived table of id, client_id, bien_id, dossier_annee, dossier_numero, prix, total_paye. A sale is there from its
 * réservation on, and no more on the day it ends. Acts count by their day; what was corrected, deleted or undone since reads as it is now.
 * Payments are added up by sale first, out of their index alone.
 */
export function ventesAu(jour: Jour): RawBuilder<unknown> {
  const au = sql`${jour}::date`
  const fin = sql`(${addJours(jour, 1)}::date::timestamp at time zone 'Africa/Algiers')`
  const firstAfter = (nature: 'bien' | 'client') => sql`(
    select distinct on (t.vente_id) t.vente_id, t.ancien_bien_id, t.ancien_client_id, t.prix_avant, t.quand
    from transferts t where t.nature = ${sql.lit(nature)} and t.quand >= ${fin} order by t.vente_id, t.quand, t.id)`
  return sql`(
    with situees as materialized (
      select v.id, coalesce(k.ancien_client_id, v.client_id) as client_id, coalesce(b.ancien_bien_id, v.bien_id) as bien_id,
        v.dossier_annee, v.dossier_numero, coalesce(b.prix_avant, v.prix) as prix,
        -- Of a sale of before the price agreed at its opening was tied to it, this price is written within the second.
        v.ouverte_le + case when v.remise_connue then interval '0' else interval '1 second' end as depuis,
        least(b.quand, v.terminee_le) as jusque
      from ventes v left join ${firstAfter('bien')} b on b.vente_id = v.id left join ${firstAfter('client')} k on k.vente_id = v.id
      where v.reservation_le <= ${au} and (v.terminee_le is null or v.terminee_le >= ${fin})
    ), fermetures as (
      -- A sale whose désistement was undone stood all the while, at its price; when it was closed the journal alone says.
      select r.objet_id as id, r.quand as rouverte, (select max(f.quand) from journal f
          where f.objet = 'vente' and f.action = 'desister' and f.objet_id = r.objet_id and f.id < r.id) as fermee
      from journal r where r.objet = 'vente' and r.action = 'rouvrir' and r.quand >= ${fin}
    ), changees as (
      select distinct on (s.id) s.id, c.ancien
      from (select * from changements_prix where le >= ${fin}) c join situees s on s.bien_id = c.bien_id
      where c.le > s.depuis and (s.jusque is null or c.le < s.jusque) and c.vente_id is distinct from s.id
        and not exists (select from fermetures f where f.id = s.id and c.le between f.fermee and f.rouverte)
      order by s.id, c.le, c.id
    ), payees as (
      select p.vente_id, sum(p.versement)::bigint as paye from paiements p
      where p.date_paiement <= ${au} and (p.rejete_le is null or p.rejete_le > ${au}) group by p.vente_id
    )
    select s.id, s.client_id, s.bien_id, s.dossier_annee, s.dossier_numero, coalesce(c.ancien, s.prix) as prix,
      coalesce(p.paye, 0)::bigint as total_paye
    from situees s left join changees c on c.id = s.id left join payees p on p.vente_id = s.id)`
}
