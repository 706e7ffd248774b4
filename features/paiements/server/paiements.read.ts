import { type RawBuilder, sql } from 'kysely'
import { communesErreurs } from '#shared/erreurs.ts'
import { compteDe, type CompteNomme } from '#features/comptes/server/comptes.read.ts'
import type { SuiviDuBien } from '#features/etats/etats.schema.ts'
import { bienDecrit, type BienDecrit } from '#features/etats/server/biens.read.ts'
import type { Paiement, PaiementInput } from '#features/paiements/paiement.schema.ts'
import { appelsDuBien } from '#features/paiements/paiements.contract.ts'
import type { MoyenTenu } from '#features/paiements/paiements.rules.ts'
import { detenteurDecrit } from '#features/ventes/server/detenteur.read.ts'
import { readVentesTerminees } from '#features/ventes/server/ventes.read.ts'
import type { BienDesigne, TypeBien } from '#shared/biens.ts'
import { type PageQuery, pathOf, readTranche, toPage } from '#shared/pagination.ts'
import type { Db } from '#server/database/db.ts'
import { limitAndOffset, statement } from '#server/database/prepared.ts'
import { refuse } from '#server/http/errors.ts'

/** The page size of a bien's payments (D3 §9). */
export const PAR_PAGE = 6

/** The number of a receipt or of a remise: its year and its rank in that year. */
export interface Numerote {
  id: number
  annee: number
  numero: number
}

/** The fields of one payment, without those of its sale. Amounts in centimes. */
export interface PaiementSansVente extends MoyenTenu {
  id: number
  vente_id: number
  dossier_annee: number
  dossier_numero: number
  date_paiement: string
  details: string | null
  versement: number
  version: number
  recu_annee: number
  recu_numero: number
  recu_origine: string | null
  /** The verification code without its hyphens. */
  code: string
  rectifie_le: string | null
  compte: CompteNomme | null
  timbre: number | null
  justificatif: string | null
  remise: (Numerote & { jour: string }) | null
  encaisse_le: string | null
  rejete_le: string | null
  motif_rejet: string | null
  frais_rejet: number | null
  /** `represente` is the rejected cheque that this payment replaces, `represente_par` the payment that replaces this one. */
  represente: Numerote | null
  represente_par: Numerote | null
  /** The client who held the dossier when the payment was recorded; null when the dossier is his. */
  detenteur: Paiement['detenteur']
  /** The payments that are one cheque or one transfer, by receipt; null also of the last one left of them. */
  groupe: { id: number; montant: number; recus: Pick<Numerote, 'annee' | 'numero'>[] } | null
}

/** A payment with its client, its bien and its sale. Amounts in centimes. */
export interface PaiementLu extends PaiementSansVente {
  /** The remainder of the sale just after this payment, by date then id (Q158). */
  solde: number
  prix: number
  terminee: boolean
  client: Paiement['client']
  bien: BienDecrit
}

export interface SaisiePaiement extends Omit<
  PaiementInput,
  'appartement_id' | 'place_parking_id' | 'local_id'
> {
  bien: BienDesigne
  version?: number | null
}

const numeroteDe = (
  table: string,
  annee: string,
  numero: string,
  condition: RawBuilder<unknown>,
  besides = sql``,
) => sql`(
    select json_build_object('id', z.id, 'annee', z.${sql.ref(annee)}, 'numero', z.${sql.ref(numero)}${besides})
    from ${sql.table(table)} z where ${condition})`

/** The columns of a {@link PaiementSansVente} from a row `p` of paiements and its sale `v`. Each `case` keeps most payments from a lookup they do not need. */
const COLONNES = sql`
    p.id, p.vente_id, v.dossier_annee, v.dossier_numero, p.date_paiement, p.details, p.versement, p.version, p.recu_annee, p.recu_numero, p.recu_origine, p.code, p.rectifie_le,
    p.mode, p.banque, p.reference, p.date_cheque, p.payeur_type, p.payeur, p.compte_id, ${compteDe('p.compte_id')} as compte, p.timbre,
    p.encaisse_le, p.rejete_le, p.motif_rejet, p.frais_rejet,
    case when p.justificatif_id is not null then (select f.nom from fichiers f where f.id = p.justificatif_id) end as justificatif,
    case when p.remise_id is not null then ${numeroteDe('remises', 'annee', 'numero', sql`z.id = p.remise_id`, sql`, 'jour', z.jour`)} end as remise,
    case when p.represente_id is not null then ${numeroteDe('paiements', 'recu_annee', 'recu_numero', sql`z.id = p.represente_id`)} end as represente,
    case when p.rejete_le is not null then ${numeroteDe('paiements', 'recu_annee', 'recu_numero', sql`z.represente_id = p.id`)} end as represente_par,
    case when p.groupe_id is not null then (
      select json_build_object('id', p.groupe_id, 'montant', sum(z.versement),
        'recus', json_agg(json_build_object('annee', z.recu_annee, 'numero', z.recu_numero) order by z.recu_annee, z.recu_numero))
      from paiements z where z.groupe_id = p.groupe_id having count(*) > 1) end as groupe,
    ${detenteurDecrit} as detenteur`

interface Row extends PaiementSansVente {
  /** The sum of the sale's payments up to and including this one. */
  cumul: number
  prix: number
  terminee_le: Date | null
  client_id: number
  nom_complet: string
  tel: string | null
  email: string | null
  bien: BienDecrit
}

/** Payments with their running total. @param ventes a select of whole sales: the running total needs all payments of a sale */
const selectPaiements = (ventes: RawBuilder<unknown>) => sql<Row>`
  select ${COLONNES}, p.cumul, v.prix, v.terminee_le, c.id as client_id, c.nom_complet, c.tel, c.email, ${bienDecrit('v.bien_id')} as bien
  from (
    select q.*, coalesce(sum(q.versement) filter (where q.rejete_le is null)
      over (partition by q.vente_id order by q.date_paiement, q.id), 0)::bigint as cumul
    from paiements q where q.vente_id in (${ventes})) p
  join ventes v on v.id = p.vente_id
  join clients c on c.id = v.client_id`

const ventesDuBien = (id: RawBuilder<number>) => sql`select w.id from ventes w where w.bien_id = ${id}`

const toPaiementLu = ({
  cumul,
  terminee_le,
  client_id,
  nom_complet,
  tel,
  email,
  ...row
}: Row): PaiementLu => ({
  ...row,
  solde: row.prix - cumul,
  terminee: terminee_le !== null,
  client: { id: client_id, nomComplet: nom_complet, tel, email },
})
/** One page, or all rows with a limit of null. Without a payment, one row of nulls still brings `existe` and `total`. */
const selectPage = statement<
  [TypeBien, number, boolean, number | null, number],
  Row & { existe: boolean; total: number }
>(
  (type, id, rejetes, limit, offset) => sql`
    select x.existe, x.total, r.* from (
      select exists (select from biens b where b.id = ${id} and b.type = ${type}) as existe,
        (select count(*) from paiements q where q.vente_id in (${ventesDuBien(id)}) and (q.rejete_le is null or ${rejetes})) as total) x
    left join (
      ${selectPaiements(ventesDuBien(id))} where p.rejete_le is null or ${rejetes} order by p.date_paiement desc, p.id desc ${limitAndOffset({ limit, offset })}) r on true
    order by r.date_paiement desc, r.id desc`,
)

/**
 * The payments of a bien, former clients' included, the newest first (Q37, Q174): one page of six, or a plain array of all when neither
 * page nor per_page is given (Q161). Only `rejetes` brings the rejected cheques, which do not count in the remainder. Amounts in centimes.
 * @throws introuvable
 */
export async function listPaiementsDuBien(
  db: Db,
  type: TypeBien,
  id: number,
  query: PageQuery & { rejetes?: '1' | undefined },
) {
  const all = query.page === undefined && query.per_page === undefined
  const slice = readTranche(query, PAR_PAGE)
  const { rejetes } = query
  const rows = await selectPage(
    db,
    type,
    id,
    rejetes !== undefined,
    all ? null : slice.limit,
    all ? 0 : slice.offset,
  )
  const [first] = rows
  if (!first?.existe) throw refuse(communesErreurs.introuvable)
  const paiements = rows
    .filter((row) => row.vente_id !== null)
    .map(({ existe: _existe, total: _total, ...row }) => toPaiementLu(row))
  if (all) return paiements
  const path = pathOf(appelsDuBien[type].list, { id, rejetes })
  return toPage(paiements, first.total, slice, path)
}

const selectPaiement = statement<[number], Row>(
  (id) =>
    sql<Row>`${selectPaiements(sql`select x.vente_id from paiements x where x.id = ${id}`)} where p.id = ${id}`,
)

const selectPaiementsById = statement<[number[]], Row>(
  (ids) => sql<Row>`
    ${selectPaiements(sql`select x.vente_id from paiements x where x.id = any(array(select unnest(${ids}::bigint[])))`)}
    where p.id = any(array(select unnest(${ids}::bigint[])))`,
)

/** The payments with these ids, in the given order. Amounts in centimes. */
export async function readPaiements(db: Db, ids: readonly number[]): Promise<PaiementLu[]> {
  const found = new Map((await selectPaiementsById(db, [...ids])).map((row) => [row.id, toPaiementLu(row)]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

const selectPaiementsDeVente = statement<[number], Row>(
  (vente) => sql<Row>`${selectPaiements(sql`select ${vente}::bigint`)} order by p.date_paiement, p.id`,
)

/** The payments of a sale, rejected cheques included, the oldest first. Amounts in centimes. */
export const readPaiementsDeVente = async (db: Db, venteId: number): Promise<PaiementLu[]> =>
  (await selectPaiementsDeVente(db, venteId)).map(toPaiementLu)

const selectPaiementsDuBien = statement<[number], Row>(
  (bien) => sql<Row>`${selectPaiements(ventesDuBien(bien))} order by p.date_paiement, p.id`,
)

/** The payments of all sales of a bien, rejected cheques included, the oldest first. Amounts in centimes. */
export const readPaiementsDuBien = async (db: Db, bienId: number): Promise<PaiementLu[]> =>
  (await selectPaiementsDuBien(db, bienId)).map(toPaiementLu)

/** One payment, amounts in centimes. @throws introuvable */
export async function readPaiement(db: Db, id: number): Promise<PaiementLu> {
  const [row] = await selectPaiement(db, id)
  if (!row) throw refuse(communesErreurs.introuvable)
  return toPaiementLu(row)
}

/** A column with the payments that count of the sale `v`, the oldest first, read by the same statement so that all agree. */
export const VERSEMENTS = sql<PaiementSansVente[]>`(
  select coalesce(json_agg(w order by w.date_paiement, w.id), '[]') from (
    select ${COLONNES} from paiements p where p.vente_id = v.id and p.rejete_le is null) w)`

/** The payments of a lot for its report; those of former clients stand apart in `historique` (D2 §3). Amounts in centimes. */
export async function readReglement(
  db: Db,
  id: number,
  { paiements, resteAPayer, pourcentagePaiement, vente_id, dossier, etat_bien, option }: Reglement,
) {
  return {
    totalPayments: paiements.reduce((total, { versement }) => total + versement, 0),
    resteAPayer,
    pourcentagePaiement,
    paiements,
    vente_id,
    dossier,
    etat_bien,
    option,
    historique: await readVentesTerminees(db, id),
  }
}
interface Reglement extends Pick<SuiviDuBien, 'vente_id' | 'dossier' | 'etat_bien' | 'option'> {
  paiements: Paiement[]
  resteAPayer: number
  pourcentagePaiement: number
}
