import { sql } from 'kysely'
import type { Vendeur } from '#features/ventes/dossiers.contract.ts'
import type { VenteTerminee } from '#features/ventes/ventes.contract.ts'
import type { Centimes } from '#shared/argent.ts'
import { jourOf } from '#shared/dates.ts'
import { numeroDossier } from '#shared/numero.ts'
import type { Db } from '#server/database/db.ts'

/** SQL for what was granted on the price when a vente `v` was opened, in centimes; null for a vente of before this was kept. */
export const REMISE = sql<Centimes | null>`case when v.remise_connue then (
  select coalesce(sum(r.ancien - r.nouveau), 0)::bigint from changements_prix r where r.vente_id = v.id) end`

/** SQL for the name of who sold the vente `v`: the member's of today, else the name that he left or that an import gave; null: nobody is known. */
export const NOM_DU_VENDEUR = sql<
  string | null
>`coalesce((select m.name from membres m where m.id = v.vendeur_id), v.vendeur)`

/** SQL for who sold the vente `v`. */
export const VENDEUR = sql<Vendeur | null>`(
  select json_build_object('id', v.vendeur_id, 'nom', x.nom) from (select ${NOM_DU_VENDEUR} as nom) x where x.nom is not null)`

/** Reads the ended sales of a bien that left payments or a désistement, the latest first (Q128). Amounts in centimes. */
export async function readVentesTerminees(db: Db, bienId: number): Promise<VenteTerminee[]> {
  const rows = await db
    .selectFrom('ventes as v')
    .innerJoin('clients as c', 'c.id', 'v.client_id')
    .innerJoin('ventes_decrites as e', 'e.id', 'v.id')
    .leftJoin('desistements as d', 'd.vente_id', 'v.id')
    .where('v.bien_id', '=', bienId)
    .where('v.terminee_le', 'is not', null)
    // A vente that is kept for a scan or an issued paper alone is a closed dossier, not a sale with payments.
    .where(sql<boolean>`(d.vente_id is not null or exists (select from paiements w where w.vente_id = v.id))`)
    .select([
      'v.id',
      'v.client_id',
      'c.nom_complet',
      'c.tel',
      'c.email',
      'v.prix',
      'v.total_paye',
      'v.ouverte_le',
      'v.dossier_annee',
      'v.dossier_numero',
      'd.retenue',
      'e.rembourse',
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
    dossier: numeroDossier(row.dossier_annee, row.dossier_numero),
    etat: row.retenue === null ? 'retrait' : 'desistement',
    retenue: row.retenue,
    rembourse: row.retenue === null ? null : row.rembourse,
  }))
}
