import { type RawBuilder, sql } from 'kysely'
import { formatMode, readMode } from '#features/paiements/modes.ts'
import { formatMoyen } from '#features/paiements/paiements.rules.ts'
import type { LigneDeBanque, ObjetDeBanque } from '#features/rapports/banque.contract.ts'
import { numeroDePiece, numeroRecu, numeroRemboursement, REPRISE } from '#shared/numero.ts'
import type { Jour } from '#shared/dates.ts'
import { formatCompte } from '#shared/texte.ts'

/** Which lines: those of the days from `du` on and before `jusque`, all or those not seen on a relevé; or those that are named. */
export type Bornees =
  | { du: Jour | null; jusque: Jour | null; nonVues: boolean }
  | { ids: Readonly<Record<ObjetDeBanque, number[]>> }

const PAR_LA_BANQUE = sql`('virement', 'cheque', 'versement_bancaire')`
/** Payments that one cheque or one transfer made are one line. */
const CLE = sql`coalesce(-p.groupe_id, p.id)`

/**
 * The lines of the bank (comptes-2 B.2 « on an account ») with what tells them apart; amounts in centimes. What was paid before Diyar outside
 * a remise is in the books already and is no line.
 */
export function lignesDeBanque(which: Bornees): RawBuilder<unknown> {
  // The lines of all months are many and few of them are not seen: what is seen is left out before it is grouped.
  const dans = (jour: string, vu: string, objet: ObjetDeBanque, id: string) =>
    'ids' in which
      ? sql`${sql.ref(id)} = any(${which.ids[objet]}::bigint[])`
      : sql`(${which.du}::date is null or ${sql.ref(jour)} >= ${which.du}::date)
          and (${which.jusque}::date is null or ${sql.ref(jour)} < ${which.jusque}::date)
          ${which.nonVues ? sql`and ${sql.ref(vu)} is null` : sql``}`
  const paiements = (jour: string, vu: string, objet: 'paiement' | 'rejet') =>
    'ids' in which
      ? sql`${CLE} in (select coalesce(-z.groupe_id, z.id) from paiements z where z.id = any(${which.ids[objet]}::bigint[]))`
      : dans(jour, vu, objet, 'p.id')
  /** Nearly all payments belong to no group and are their own lines: only the others are grouped, which costs the most of all. */
  const desVersements = (groupes: boolean) => {
    const least = (column: string) => (groupes ? sql`min(${sql.ref(column)})` : sql.ref(column))
    const sum = (amount: RawBuilder<unknown>) => (groupes ? sql`sum(${amount})::bigint` : amount)
    const siens = groupes ? sql`p.groupe_id is not null` : sql`p.groupe_id is null`
    const regroupes = groupes ? sql`group by p.groupe_id` : sql``
    return sql`
    select 'paiement' as objet, ${least('p.id')} as id, ${least('p.date_paiement')} as jour, ${sum(sql`p.versement`)} as entree,
      null::bigint as sortie, ${least('p.compte_id')} as compte_id, ${least('p.vu_le')} as vu_le
    from paiements p where ${siens} and p.mode in ('virement', 'versement_bancaire') and p.recu_annee <> ${REPRISE}
      and ${paiements('p.date_paiement', 'p.vu_le', 'paiement')} ${regroupes}
    union all
    select 'paiement', ${least('p.id')}, ${least('p.encaisse_le')}, ${sum(sql`p.versement`)}, null, ${least('p.compte_id')}, ${least('p.vu_le')}
    from paiements p where ${siens} and p.mode = 'cheque' and p.remise_id is null and p.encaisse_le is not null and p.recu_annee <> ${REPRISE}
      and ${paiements('p.encaisse_le', 'p.vu_le', 'paiement')} ${regroupes}
    union all
    select 'rejet', ${least('p.id')}, ${least('p.rejete_le')}, null, ${sum(sql`p.versement + coalesce(p.frais_rejet, 0)`)},
      ${groupes ? sql`min(coalesce(r.compte_id, p.compte_id))` : sql`coalesce(r.compte_id, p.compte_id)`}, ${least('p.rejet_vu_le')}
    from paiements p left join remises r on r.id = p.remise_id
    where ${siens} and p.rejete_le is not null and (p.remise_id is not null or p.encaisse_le is not null and p.recu_annee <> ${REPRISE})
      and ${paiements('p.rejete_le', 'p.rejet_vu_le', 'rejet')} ${regroupes}`
  }
  return sql`${desVersements(false)}
    union all ${desVersements(true)}
    union all
    select 'remise', r.id, r.jour, (select sum(p.versement) from paiements p where p.remise_id = r.id)::bigint, null, r.compte_id, r.vu_le
    from remises r where ${dans('r.jour', 'r.vu_le', 'remise', 'r.id')}
    union all
    select 'remboursement', b.id, b.jour, null, b.montant, b.compte_id, b.vu_le
    from remboursements b where b.mode in ${PAR_LA_BANQUE} and ${dans('b.jour', 'b.vu_le', 'remboursement', 'b.id')}
    union all
    select 'reglement', g.id, g.date_reglement, null, g.montant, g.compte_id, g.vu_le
    from reglements g where g.mode in ${PAR_LA_BANQUE} and ${dans('g.date_reglement', 'g.vu_le', 'reglement', 'g.id')}`
}

/** A line with what its words are made of. */
export interface LigneLue extends Pick<
  LigneDeBanque,
  'objet' | 'id' | 'jour' | 'entree' | 'sortie' | 'compte_id' | 'vu_le'
> {
  mode: string | null
  banque: string | null
  reference: string | null
  tiers: string | null
  /** The numbers of its receipts, of its remise, of its refund; empty of a règlement. */
  numeros: { annee: number; numero: number }[]
  /** The voucher of a règlement. */
  bon: string | null
  cheques: number | null
  en_attente: number | null
}

/** Columns of a {@link LigneLue} of a line `l`, each looked up for the lines shown alone. */
export const MOTS_DES_LIGNES = sql`
  l.objet, l.id, l.jour, l.entree, l.sortie, l.compte_id, l.vu_le, m.*
  from l, lateral (
    select p.mode, p.banque, p.reference, coalesce(p.payeur, c.nom_complet) as tiers,
      (select json_agg(json_build_object('annee', z.recu_annee, 'numero', z.recu_numero) order by z.recu_annee, z.recu_numero)
        from paiements z where z.id = p.id or z.groupe_id = p.groupe_id) as numeros,
      null as bon, null::bigint as cheques, null::bigint as en_attente
    from paiements p join clients c on c.id = p.detenteur_id where l.objet in ('paiement', 'rejet') and p.id = l.id
    union all
    select null, null, null, null, json_build_array(json_build_object('annee', r.annee, 'numero', r.numero)), null,
      (select count(distinct ${CLE}) from paiements p where p.remise_id = r.id),
      (select count(distinct ${CLE}) from paiements p where p.remise_id = r.id and p.encaisse_le is null and p.rejete_le is null)
    from remises r where l.objet = 'remise' and r.id = l.id
    union all
    select b.mode, b.banque, b.reference, c.nom_complet, json_build_array(json_build_object('annee', b.annee, 'numero', b.numero)), null, null, null
    from remboursements b join ventes v on v.id = b.vente_id join clients c on c.id = v.client_id
    where l.objet = 'remboursement' and b.id = l.id
    union all
    select g.mode, g.banque, g.reference, o.fournisseur, '[]'::json, o.reference, null, null
    from reglements g join bons o on o.id = g.bon_id where l.objet = 'reglement' and g.id = l.id) m`

const QUOI = {
  rejet: 'Rejet de chèque',
  remboursement: 'Remboursement',
  reglement: 'Règlement',
} as const

function libelleOf({ objet, mode, banque, reference, cheques }: LigneLue): string {
  if (objet === 'remise') return `Remise de ${formatCompte(cheques ?? 0, 'chèque')}`
  const moyen = formatMoyen(formatMode(readMode(mode)), { banque, reference })
  return objet === 'paiement' ? moyen : `${QUOI[objet]}, ${moyen}`
}

function pieceOf({ objet, numeros, bon }: LigneLue): string {
  if (objet === 'reglement') return bon ?? ''
  const ecrit = {
    paiement: numeroRecu,
    rejet: numeroRecu,
    remise: numeroDePiece,
    remboursement: numeroRemboursement,
  }
  return numeros.map(({ annee, numero }) => ecrit[objet](annee, numero)).join(', ')
}

/** The line as the report says it. */
export const toLigne = (lue: LigneLue): LigneDeBanque => ({
  objet: lue.objet,
  id: lue.id,
  jour: lue.jour,
  piece: pieceOf(lue),
  tiers: lue.tiers,
  libelle: libelleOf(lue),
  entree: lue.entree,
  sortie: lue.sortie,
  compte_id: lue.compte_id,
  vu_le: lue.vu_le,
  en_attente: lue.en_attente,
})
