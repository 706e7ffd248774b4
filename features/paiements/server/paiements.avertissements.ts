import { sql, type RawBuilder } from 'kysely'
import { recuOf } from '#features/paiements/server/paiements.locks.ts'
import type { PaiementLu } from '#features/paiements/server/paiements.read.ts'
import type { Db } from '#server/database/db.ts'
import { statement } from '#server/database/prepared.ts'
import { aujourdhui } from '#shared/dates.ts'

const ESPECES =
  'Espèces : depuis la loi de finances 2025 (art. 207), un bien immobilier se paie par les circuits bancaires et les notaires doivent refuser les espèces. Le versement est enregistré.'

const DANS_LE_FUTUR = 'Cette date est dans le futur. Le versement est enregistré.'

/** Sentences for the cashier about a payment just saved; none of them refuses it. */
export const readAvertissements = async (db: Db, paiement: PaiementLu): Promise<string[]> => [
  ...(paiement.date_paiement > aujourdhui() ? [DANS_LE_FUTUR] : []),
  ...(await readAvertissementsDuMoyen(db, paiement)),
]

async function readAvertissementsDuMoyen(db: Db, paiement: PaiementLu): Promise<string[]> {
  const { id, mode, banque, reference, represente, groupe } = paiement
  if (mode === 'especes') return [ESPECES]
  if (mode !== 'cheque' || banque === null || reference === null) return []
  const rows = await selectMemes(db, id, banque, reference, represente?.id ?? null, groupe?.id ?? null)
  return rows.map((meme) => `Un chèque portant ce numéro est déjà enregistré (reçu ${recuOf(meme)}).`)
}

/** Groups that are the same cheque as this one: itself, the one that it represents, the one that represents it. */
const memeCheque = (groupe: RawBuilder<number | null>) => sql`
  select ${groupe}::bigint where ${groupe}::bigint is not null
  union all select a.groupe_id from paiements m join paiements a on a.id = m.represente_id
    where m.groupe_id = ${groupe} and a.groupe_id is not null
  union all select a.groupe_id from paiements m join paiements a on a.represente_id = m.id
    where m.groupe_id = ${groupe} and a.groupe_id is not null`

/** The CTE finds the hits before the sort, and subselects hold the words; otherwise the planner would walk all receipts. */
const selectMemes = statement<
  [id: number, banque: string, reference: string, represente: number | null, groupe: number | null],
  { recu_annee: number; recu_numero: number }
>(
  (id, banque, reference, represente, groupe) => sql`
    with memes as materialized (
      select recu_annee, recu_numero from paiements
      where mode = 'cheque' and reference is not null
        and replace(normaliser(reference), ' ', '') = (select replace(normaliser(${reference}), ' ', ''))
        and replace(normaliser(banque), ' ', '') = (select replace(normaliser(${banque}), ' ', ''))
        and id <> ${id} and id is distinct from ${represente}::bigint and represente_id is distinct from ${id}::bigint
        and (groupe_id is null or groupe_id not in (${memeCheque(groupe)})))
    select recu_annee, recu_numero from memes order by recu_annee, recu_numero limit 1`,
)
