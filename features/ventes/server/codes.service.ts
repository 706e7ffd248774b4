import { sql, type RawBuilder } from 'kysely'
import { bienDecrit, type BienDecrit } from '#features/biens/server/biens.read.ts'
import { libelleDuBien } from '#shared/biens.ts'
import { initiales } from '#shared/initiales.ts'
import { numeroRecu } from '#shared/numero.ts'
import type { Db } from '#server/database/db.ts'

/** SQL for the name of the client who held the dossier of a sale at an instant, null when it has not changed hands since. */
export const detenteurDe = (vente: RawBuilder<unknown>, quand: RawBuilder<unknown>) => sql<string | null>`(
  select ancien.nom_complet from transferts cession join clients ancien on ancien.id = cession.ancien_client_id
  where cession.vente_id = ${vente} and cession.nature = 'client' and cession.quand > ${quand} order by cession.id limit 1)`

/** SQL for the name on a receipt: the client who held the dossier when `p` was paid; `c` is the client of the sale now. */
export const nomDuDetenteur = sql<string>`coalesce(${detenteurDe(sql`p.vente_id`, sql`p.cree_le`)}, c.nom_complet)`

/**
 * Keeps an answer for the codes of payments about to be deleted: a genuine receipt reads as cancelled, not as unknown.
 * @param which ids of the payments; the transaction holds the lock of their sale
 */
export async function revokeCodes(db: Db, which: readonly number[]): Promise<void> {
  const { rows } = await sql<{
    code: string
    recu_annee: number
    recu_numero: number
    date_paiement: string
    versement: number
    detenteur: string
    bien: BienDecrit
  }>`
    select p.code, p.recu_annee, p.recu_numero, p.date_paiement, p.versement, ${nomDuDetenteur} as detenteur, ${bienDecrit('v.bien_id')} as bien
    from paiements p join ventes v on v.id = p.vente_id join clients c on c.id = v.client_id
    where p.id = any(${[...which]}::bigint[])`.execute(db)
  if (rows.length === 0) return
  const lines = rows.map(({ code, recu_annee, recu_numero, date_paiement, versement, detenteur, bien }) => ({
    code,
    numero: numeroRecu(recu_annee, recu_numero),
    jour: date_paiement,
    montant: versement,
    bien: libelleDuBien(bien.type, bien.numero),
    client: initiales(detenteur),
  }))
  await sql`insert into codes_eteints (code, numero, jour, montant, bien, client)
    select code, numero, jour, montant, bien, client from json_to_recordset(${JSON.stringify(lines)}::json)
      as l (code text, numero text, jour date, montant bigint, bien text, client text)`.execute(db)
}
