import { sql } from 'kysely'
import { bienDecrit, type BienDecrit } from '#features/biens/server/biens.read.ts'
import { libelleDuBien } from '#shared/biens.ts'
import { initiales } from '#shared/nommer.ts'
import { numeroRecu } from '#shared/numero.ts'
import type { Db } from '#server/database/db.ts'
import { nomDuDetenteur } from './detenteur.read.ts'

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
