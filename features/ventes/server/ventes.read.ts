import { SANS_ECHEANCIER } from '#features/echeanciers/server/echeances.wire.ts'
import { sql, type RawBuilder } from 'kysely'
import type { SuiviDuBien } from '#features/biens/biens.contract.ts'
import { deriveEtat, holds } from '#features/biens/biens.rules.ts'
import type { VenteTerminee } from '#features/ventes/ventes.contract.ts'
import { avancement } from '#features/ventes/ventes.rules.ts'
import type { Centimes } from '#shared/argent.ts'
import { aujourdhui, jourOf, type Jour } from '#shared/dates.ts'
import { numeroDossier } from '#shared/numero.ts'
import type { Db } from '#server/database/db.ts'

/** Columns of a bien and of its open vente; those of the vente are null when the bien is free. Amounts in centimes. */
export interface VenteLue {
  prix: number
  total_paye: number | null
  client_id: number | null
  nom_complet: string | null
  tel: string | null
  email: string | null
  dossier_annee: number | null
  dossier_numero: number | null
  livraison_le: Jour | null
  bloque_motif: string | null
  suivi: {
    vente_id: number | null
    /** The option that has not ended, even when its last day is over. */
    option: SuiviDuBien['option']
  }
}

/** Columns of {@link VenteLue} in a query over biens b, ventes v and clients c, without {@link SUIVI}. */
export const COLONNES_VENTE = [
  'b.prix',
  'v.total_paye',
  'v.client_id',
  'c.nom_complet',
  'c.tel',
  'c.email',
  'v.dossier_annee',
  'v.dossier_numero',
  'v.livraison_le',
  'b.bloque_motif',
] as const

/** Column `suivi` of {@link VenteLue}; it costs one look-up by key for each row. */
export const SUIVI = sql<VenteLue['suivi']>`json_build_object('vente_id', v.id, 'option', (
  select json_build_object('id', p.id, 'client_id', p.client_id, 'nom', p.nom, 'tel', p.tel, 'expire_le', p.expire_le)
  from options p where p.bien_id = b.id and p.fin is null))`.as('suivi')

/** Price, client, what remains and the share that is paid, as every lot shows them (D2 §3, Q131, Q132). In centimes and percent. */
export function toEtatDeVente(vente: VenteLue) {
  const { prix, total_paye, client_id, nom_complet, tel, email } = vente
  const client =
    client_id === null
      ? null
      : { id: client_id, nomComplet: nom_complet ?? '', tel: tel ?? '', email: email ?? '' }
  return {
    montant: prix,
    client_id,
    client,
    estDispo: client === null,
    ...avancement(prix, total_paye ?? 0),
    ...toSuivi(vente),
  }
}

function toSuivi({ suivi: { vente_id, option }, dossier_annee, ...row }: VenteLue): SuiviDuBien {
  const { dossier_numero, livraison_le, bloque_motif } = row
  const today = aujourdhui()
  return {
    vente_id,
    dossier:
      dossier_annee === null || dossier_numero === null ? null : numeroDossier(dossier_annee, dossier_numero),
    etat_bien: deriveEtat({ bloque_motif, vente_id, livraison_le, option }, today),
    option: option && holds(option, today) ? option : null,
    bloque_motif,
  }
}

/** SQL for the late amount of a vente `v`, in centimes. */
export const enRetard = (jour: Jour | RawBuilder<unknown>) => sql<Centimes>`(
  select coalesce(sum(e.montant - e.couvert), 0)::bigint from echeances e
  where e.vente_id = v.id and e.ouverte and e.couvert < e.montant and e.exigible_le <= ${jour}::date)`

/** SQL for what was granted on the price when a vente `v` was opened, in centimes; null for a vente of before this was kept. */
export const REMISE = sql<Centimes | null>`case when v.remise_connue then (
  select coalesce(sum(r.ancien - r.nouveau), 0)::bigint from changements_prix r where r.vente_id = v.id) end`

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

/** Sums over the open sales of a client, in centimes; an ended sale does not count. */
export interface SommesDuClient {
  biens: number
  prix: Centimes
  paye: Centimes
}

/** {@link SommesDuClient} of the client in `column`, as a column of a query; `more` are further sums over the same sales. */
export function sommesDuClient<S extends SommesDuClient = SommesDuClient>(
  column: string,
  more = sql``,
): RawBuilder<S> {
  return sql<S>`(
    select json_build_object('biens', count(*), 'prix', coalesce(sum(v.prix), 0), 'paye', coalesce(sum(v.total_paye), 0)${more})
    from ventes v where v.client_id = ${sql.ref(column)} and v.terminee_le is null)`
}

/** {@link SommesDuClient} with what is late; the sales without échéancier are left out of that and counted. */
export interface SommesEnCours extends SommesDuClient {
  en_retard: Centimes
  sans_echeancier: number
}

/** {@link SommesEnCours} of the client in `column` on a day. */
export const sommesEnCours = (column: string, jour: RawBuilder<unknown>) =>
  sommesDuClient<SommesEnCours>(
    column,
    sql`, 'en_retard', coalesce(sum(${enRetard(jour)}), 0), 'sans_echeancier', count(*) filter (where ${SANS_ECHEANCIER})`,
  )

/** Number of biens of a client, their price, what is paid and what remains of all of them, in centimes. */
export function toTotaux({ biens, prix, paye }: SommesDuClient) {
  return { biens, montant: prix, totalPaye: paye, resteAPayer: avancement(prix, paye).resteAPayer }
}

type Totaux = ReturnType<typeof toTotaux>

/** Reads {@link toTotaux} of each client by id; a client without a bien has zeros. */
export async function readTotauxDesClients(db: Db, ids: readonly number[]): Promise<(id: number) => Totaux> {
  const rows = await db
    .selectFrom('clients as c')
    .where(sql<boolean>`c.id = any(${ids}::bigint[])`)
    .select(['c.id', sommesDuClient('c.id').as('sommes')])
    .execute()
  const found = new Map(rows.map(({ id, sommes }) => [id, sommes]))
  return (id) => toTotaux(found.get(id) ?? { biens: 0, prix: 0, paye: 0 })
}
