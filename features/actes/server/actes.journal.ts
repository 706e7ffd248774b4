import { sql, type RawBuilder } from 'kysely'
import { FICHES, idsOf, type Acte, type Fiche } from '#features/actes/server/actes.fiches.ts'
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
  for (const objet of FICHES)
    for (const ids of await chunksOf(db, id, objet))
      await insert(objet === 'paiement' ? paiementsOf(id, ids) : fichesOf(id, objet, ids))
  await insert(sql`
    select 'modifier', f.objet, f.objet_id, l.apres, l.avant
    from actes_fiches f
    cross join lateral (
      select j.avant, j.apres from journal j
      where j.objet = f.objet and j.objet_id = f.objet_id and j.id <= ${dernier_journal} and j.avant is not null order by j.id desc limit 1) l
    where f.acte_id = ${id} and f.avant is not null order by f.objet, f.objet_id`)
}

/** So many lines are one statement, which ends long before a statement is given up. */
const AT_ONCE = 5_000

/** The ids of what an act made of one kind, so many at a time. */
async function chunksOf(db: Db, acte: number, objet: Fiche): Promise<number[][]> {
  const { rows } = await sql<{ ids: number[] }>`
    select array_agg(objet_id order by objet_id) as ids from (
      select objet_id, (row_number() over (order by objet_id) - 1) / ${AT_ONCE}::integer as part from (${idsOf(acte, [objet], 'faites')}) f) p
    group by part order by part`.execute(db)
  return rows.map(({ ids }) => ids.map(Number))
}

// The register of receipts reads the columns of a payment that is gone. Its code stays out: no receipt of an import answers for good.
const paiementsOf = (acte: number, ids: readonly number[]) => sql`
  select case when f.numero_donne then 'defaire' else 'supprimer' end, 'paiement', p.id,
    jsonb_strip_nulls(to_jsonb(p) - 'code' || jsonb_build_object('recu', l.apres -> 'recu', 'client_id', v.client_id,
      'client', c.nom_complet, 'bien_id', v.bien_id)), null::jsonb
  from actes_fiches f join paiements p on p.id = f.objet_id join ventes v on v.id = p.vente_id join clients c on c.id = v.client_id
  left join lateral (${premiereLigne(sql`'paiement'`, sql`p.id`)}) l on true
  where f.acte_id = ${acte} and f.objet = 'paiement' and f.objet_id = any(${[...ids]}::bigint[]) order by p.id`

// The first line of a record that the act made says what it is; nobody has changed it since.
const fichesOf = (acte: number, objet: Fiche, ids: readonly number[]) => sql`
  select case when f.numero_donne then 'defaire' else 'supprimer' end, f.objet, f.objet_id, l.apres, null::jsonb
  from actes_fiches f left join lateral (${premiereLigne(sql`f.objet`, sql`f.objet_id`)}) l on true
  where f.acte_id = ${acte} and f.objet = ${objet} and f.objet_id = any(${[...ids]}::bigint[]) order by f.objet_id`

function premiereLigne(objet: RawBuilder<unknown>, id: RawBuilder<unknown>) {
  return sql`select j.apres from journal j where j.objet = ${objet} and j.objet_id = ${id} and j.apres is not null order by j.id limit 1`
}
