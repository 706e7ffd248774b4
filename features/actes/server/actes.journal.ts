import { sql } from 'kysely'
import type { Acte } from '#features/actes/server/actes.fiches.ts'
import type { Db } from '#server/database/db.ts'
import type { Actor } from '#server/http/session.ts'

/**
 * Writes the journal's line of each fiche of an act that is taken back: `supprimer` for what it made, `modifier` for what it changed, and
 * `defaire` for a payment, a sale or a refund whose number stood in the workbook, which is not void (`entree.md` D.8).
 */
export async function noteRetraits(db: Db, actor: Actor, { id, dernier_journal }: Acte): Promise<void> {
  const insert = (lines: ReturnType<typeof sql>) =>
    sql`
    insert into journal (membre_id, membre_nom, action, objet, objet_id, avant, apres)
    select ${actor.id || null}::bigint, ${actor.name}, l.* from (${lines}) l`.execute(db)
  // The register of receipts reads the columns of a payment that is gone. Its code stays out: no receipt of an import answers for good.
  await insert(sql`
    select case when f.numero_donne then 'defaire' else 'supprimer' end, 'paiement', p.id,
      jsonb_strip_nulls(to_jsonb(p) - 'code' || jsonb_build_object('recu', l.apres -> 'recu', 'client_id', v.client_id,
        'client', c.nom_complet, 'bien_id', v.bien_id)), null::jsonb
    from actes_fiches f join paiements p on p.id = f.objet_id join ventes v on v.id = p.vente_id join clients c on c.id = v.client_id
    left join lateral (select j.apres from journal j where j.objet = 'paiement' and j.objet_id = p.id order by j.id limit 1) l on true
    where f.acte_id = ${id} and f.objet = 'paiement' and f.avant is null order by p.id`)
  // The first line of a record that the act made says what it is; nobody has changed it since.
  await insert(sql`
    select case when f.numero_donne then 'defaire' else 'supprimer' end, f.objet, f.objet_id, l.apres, null::jsonb
    from actes_fiches f
    left join lateral (
      select j.apres from journal j where j.objet = f.objet and j.objet_id = f.objet_id and j.apres is not null order by j.id limit 1) l on true
    where f.acte_id = ${id} and f.objet <> 'paiement' and f.avant is null order by f.objet, f.objet_id`)
  await insert(sql`
    select 'modifier', f.objet, f.objet_id, l.apres, l.avant
    from actes_fiches f
    cross join lateral (
      select j.avant, j.apres from journal j
      where j.objet = f.objet and j.objet_id = f.objet_id and j.id <= ${dernier_journal} and j.avant is not null order by j.id desc limit 1) l
    where f.acte_id = ${id} and f.avant is not null order by f.objet, f.objet_id`)
}
