import { sql, type RawBuilder } from 'kysely'
import { avancement, deriveEtat, holds } from '#features/etats/etats.rules.ts'
import type { SuiviDuBien } from '#features/etats/etats.schema.ts'
import type { Centimes } from '#shared/argent.ts'
import type { Etat } from '#shared/biens.ts'
import { aujourdhui, type Jour } from '#shared/dates.ts'
import type { EtatDuBien } from '#shared/etats.ts'
import { numeroDossier } from '#shared/numero.ts'
import type { Db } from '#server/database/db.ts'

/** Condition that a bien is free, or sold. @param id its qualified column */
export function isInEtat(etat: Etat, id: string): RawBuilder<boolean> {
  const vendu = sql<boolean>`exists (select from ventes w where w.bien_id = ${sql.ref(id)} and w.terminee_le is null)`
  return etat === 'vendu' ? vendu : sql<boolean>`not ${vendu}`
}

/** A day, or the column or mark that holds one. */
type LeJour = Jour | RawBuilder<Jour>

/**
 * Condition that an option holds its bien: it has not ended and its last day is not over (`holds` of etats.rules.ts).
 * @param option alias of its table
 */
export const isHolding = (option: string, jour: LeJour): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${option}.fin`)} is null and ${sql.ref(`${option}.expire_le`)} >= ${jour}::date)`

/** Condition that an option holds the bien. @param id its qualified column */
const isHeld = (id: string, jour: LeJour) =>
  sql`exists (select from options tenu where tenu.bien_id = ${sql.ref(id)} and ${isHolding('tenu', jour)})`

/**
 * The state of a bien on a day in Algiers (`deriveEtat` of etats.rules.ts), as a column.
 * @param bien alias of the table biens
 * @param vente alias of its open vente, joined from the left; null in a query that keeps only biens without one
 */
export const etatDuBien = (bien: string, vente: string | null, jour: LeJour): RawBuilder<EtatDuBien> => {
  const sold =
    vente === null
      ? sql``
      : sql`
  when ${sql.ref(`${vente}.livraison_le`)} is not null then 'livre'
  when ${sql.ref(`${vente}.id`)} is not null then 'vendu'`
  return sql<EtatDuBien>`case
  when ${sql.ref(`${bien}.bloque_le`)} is not null then 'bloque'${sold}
  when ${isHeld(`${bien}.id`, jour)} then 'option'
  else 'libre' end`
}

/**
 * Condition that a bien stands so: {@link etatDuBien} by indexes, for a list that keeps one state. Its table aliases must not occur in the
 * query around it.
 * @param id qualified column of the bien
 */
export function standsAs(etat: EtatDuBien, id: string, jour: LeJour): RawBuilder<boolean> {
  const bloque = sql`exists (select from biens bloque where bloque.id = ${sql.ref(id)} and bloque.bloque_le is not null)`
  const vendu = isInEtat('vendu', id)
  const livre = sql`exists (
    select from ventes livree where livree.bien_id = ${sql.ref(id)} and livree.terminee_le is null and livree.livraison_le is not null)`
  const tenu = isHeld(id, jour)
  const dit = {
    bloque,
    livre: sql`${livre} and not ${bloque}`,
    vendu: sql`${vendu} and not ${livre} and not ${bloque}`,
    option: sql`${tenu} and not ${vendu} and not ${bloque}`,
    libre: sql`not ${tenu} and not ${vendu} and not ${bloque}`,
  } satisfies Record<EtatDuBien, RawBuilder<unknown>>
  return sql<boolean>`(${dit[etat]})`
}

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
  const client = client_id === null ? null : { id: client_id, nomComplet: nom_complet ?? '', tel, email }
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

/** An open vente `v` with a price but no échéancier, of which nothing can be late. An index repeats this condition word for word. */
export const SANS_ECHEANCIER = sql<boolean>`(v.terminee_le is null and v.prix > 0 and not v.planifiee)`

/** An open vente `v` whose contract has no day, so that nothing of it on a stade falls due. An index repeats this condition word for word. */
export const SANS_CONTRAT = sql<boolean>`(v.terminee_le is null and v.contrat_le is null)`

/** SQL for the late amount of a vente `v`, in centimes: what was due before the day (comptes D.2). */
export const enRetard = (jour: Jour | RawBuilder<unknown>) => sql<Centimes>`(
  select coalesce(sum(e.montant - e.couvert), 0)::bigint from echeances e
  where e.vente_id = v.id and e.ouverte and e.couvert < e.montant and e.exigible_le < ${jour}::date)`

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
