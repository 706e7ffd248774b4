import { sql } from 'kysely'
import type { VenteTerminee } from '#features/ventes/ventes.contract.ts'
import { progression } from '#features/ventes/ventes.rules.ts'
import { jourOf } from '#shared/dates.ts'
import type { Db } from '#server/database/db.ts'

/** What a query gives of a bien and of its open vente, whose columns are null when it is free. Amounts in centimes. */
export interface VenteLue {
  prix: number
  total_paye: number | null
  client_id: number | null
  nom_complet: string | null
  tel: string | null
  email: string | null
}

/** Columns of {@link VenteLue} in a query over biens b, ventes v and clients c. */
export const COLONNES_VENTE = [
  'b.prix',
  'v.total_paye',
  'v.client_id',
  'c.nom_complet',
  'c.tel',
  'c.email',
] as const

/** Price, client, what remains and what share is paid, as every lot shows them (D2 §3, Q131, Q132). */
export function toEtatDeVente({ prix, total_paye, client_id, nom_complet, tel, email }: VenteLue) {
  const client =
    client_id === null
      ? null
      : { id: client_id, nomComplet: nom_complet ?? '', tel: tel ?? '', email: email ?? '' }
  return {
    montant: prix,
    client_id,
    client,
    estDispo: client === null,
    ...progression(prix, total_paye ?? 0),
  }
}

/** The sales of a bien that ended and left payments behind, the latest first (Q128), a rejected cheque being none of them. Amounts in centimes. */
export async function readVentesTerminees(db: Db, bienId: number): Promise<VenteTerminee[]> {
  const rows = await db
    .selectFrom('ventes as v')
    .innerJoin('clients as c', 'c.id', 'v.client_id')
    .where('v.bien_id', '=', bienId)
    .where('v.terminee_le', 'is not', null)
    .select([
      'v.id',
      'v.client_id',
      'c.nom_complet',
      'c.tel',
      'c.email',
      'v.prix',
      'v.total_paye',
      'v.ouverte_le',
    ])
    .select(sql<Date>`v.terminee_le`.as('terminee_le'))
    .select((eb) =>
      eb
        .selectFrom('paiements as p')
        .whereRef('p.vente_id', '=', 'v.id')
        .where('p.rejete_le', 'is', null)
        .select(sql<number>`count(*)`.as('n'))
        .as('paiements'),
    )
    .orderBy('v.terminee_le', 'desc')
    .orderBy('v.id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    client: { id: row.client_id, nomComplet: row.nom_complet, tel: row.tel, email: row.email },
    montant: row.prix,
    totalPaye: row.total_paye,
    nombrePaiements: row.paiements ?? 0,
    ouverteLe: jourOf(row.ouverte_le),
    termineeLe: jourOf(row.terminee_le),
  }))
}
