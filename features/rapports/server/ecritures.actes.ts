import { sql } from 'kysely'
import { formatMode, readMode } from '#features/paiements/modes.ts'
import type { Acte } from '#features/rapports/ecritures.rules.ts'
import { addMois, type Jour } from '#shared/dates.ts'
import { numeroDossier, numeroRecu, numeroRemboursement } from '#shared/numero.ts'
import type { Db } from '#server/database/db.ts'

interface Row {
  sorte: 'versement' | 'encaissement' | 'rejet' | 'remboursement' | 'retenue'
  jour: Jour
  annee: number | null
  numero: number | null
  mode: string | null
  compte_id: number | null
  encaisse: boolean
  montant: number
  timbre: number
  frais: number
  tiers: string
  dossier_annee: number
  dossier_numero: number
}

/** Reads the sums received, cleared, rejected, given back and kept in a month. Payments of before Diyar are in no écriture. */
export async function readActesDesVentes(db: Db, mois: string): Promise<Acte[]> {
  const within = periodOf(mois)
  const tels = sql`p.recu_annee <> 0`
  const cheque = sql`p.recu_annee as annee, p.recu_numero as numero, p.mode, coalesce(r.compte_id, p.compte_id) as compte_id`
  const [debut, fin] = [`${mois}-01`, addMois(`${mois}-01`, 1)]
  const minuit = (jour: string) => sql`(${jour}::date)::timestamp at time zone 'Africa/Algiers'`
  const { rows } = await sql<Row>`
    with actes as (
      select 'versement' as sorte, p.date_paiement as jour, p.recu_annee as annee, p.recu_numero as numero, p.mode, p.compte_id,
        false as encaisse, p.versement as montant, coalesce(p.timbre, 0) as timbre, 0::bigint as frais, p.vente_id, p.detenteur_id as client_id
      from paiements p where ${within(sql`p.date_paiement`)} and ${tels}
      union all
      select 'encaissement', p.encaisse_le, ${cheque}, true, p.versement, 0, 0, p.vente_id, p.detenteur_id
      from paiements p left join remises r on r.id = p.remise_id
      where p.rejete_le is null and ${within(sql`p.encaisse_le`)} and ${tels}
      union all
      select 'encaissement', p.encaisse_le, ${cheque}, true, p.versement, 0, 0, p.vente_id, p.detenteur_id
      from paiements p left join remises r on r.id = p.remise_id
      where p.rejete_le is not null and ${within(sql`p.encaisse_le`)} and ${tels}
      union all
      select 'rejet', p.rejete_le, ${cheque}, p.encaisse_le is not null, p.versement, 0, coalesce(p.frais_rejet, 0), p.vente_id, p.detenteur_id
      from paiements p left join remises r on r.id = p.remise_id
      where ${within(sql`p.rejete_le`)} and ${tels}
      union all
      select 'remboursement', b.jour, b.annee, b.numero, b.mode, b.compte_id, false, b.montant, 0, 0, b.vente_id, null
      from remboursements b where ${within(sql`b.jour`)}
      union all
      select 'retenue', (v.terminee_le at time zone 'Africa/Algiers')::date, null, null, null, null, false, d.retenue, 0, 0, v.id, null
      from ventes v join desistements d on d.vente_id = v.id
      where v.terminee_le >= ${minuit(debut)} and v.terminee_le < ${minuit(fin)} and d.retenue > 0)
    select a.*, c.nom_complet as tiers, v.dossier_annee, v.dossier_numero
    from actes a join ventes v on v.id = a.vente_id join clients c on c.id = coalesce(a.client_id, v.client_id)`.execute(
    db,
  )
  return rows.map(toActe)
}

function toActe({ annee, numero, dossier_annee, dossier_numero, ...row }: Row): Acte {
  const dossier = numeroDossier(dossier_annee, dossier_numero)
  const mode = readMode(row.mode)
  const { sorte, jour, compte_id, encaisse, montant, timbre, frais, tiers } = row
  const quoi = {
    versement: formatMode(mode),
    encaissement: 'Chèque encaissé',
    rejet: 'Chèque rejeté',
    remboursement: 'Remboursement',
    retenue: 'Retenue de désistement',
  }[sorte]
  return {
    sorte,
    jour,
    piece:
      annee === null || numero === null
        ? dossier
        : sorte === 'remboursement'
          ? numeroRemboursement(annee, numero)
          : numeroRecu(annee, numero),
    tiers,
    libelle: `${quoi}, dossier ${dossier}`,
    montant,
    mode,
    compte_id,
    categorie_id: null,
    encaisse,
    timbre,
    frais,
  }
}

interface Charge {
  sorte: 'bon' | 'reglement'
  jour: Jour
  reference: string
  fournisseur: string | null
  categorie_id: number
  categorie: string
  mode: string | null
  compte_id: number | null
  montant: number
}

/** The bons dated in a month, and what was paid in it of any bon. */
export async function readActesDesCharges(db: Db, mois: string): Promise<Acte[]> {
  const within = periodOf(mois)
  const { rows } = await sql<Charge>`
    select 'bon' as sorte, b.date_bon as jour, b.reference, b.fournisseur, c.id as categorie_id, c.nom as categorie,
      null as mode, null::bigint as compte_id, t.montant
    from (select b.id, sum(l.prix_unitaire * l.quantite)::bigint as montant
      from bons b join lignes l on l.bon_id = b.id where ${within(sql`b.date_bon`)} group by b.id) t
    join bons b on b.id = t.id join categories_bons c on c.id = b.categorie_bon_id
    union all
    select 'reglement', g.date_reglement, b.reference, b.fournisseur, c.id, c.nom, g.mode, g.compte_id, g.montant
    from reglements g join bons b on b.id = g.bon_id join categories_bons c on c.id = b.categorie_bon_id
    where ${within(sql`g.date_reglement`)}`.execute(db)
  return rows.map(({ sorte, jour, reference, fournisseur, categorie, mode, ...row }) => ({
    ...RIEN,
    ...row,
    sorte,
    jour,
    piece: reference,
    tiers: fournisseur ?? '',
    libelle: sorte === 'bon' ? `Bon d'achat, ${categorie}` : `Règlement du bon ${reference}`,
    mode: readMode(mode),
  }))
}

/** Fields that are absent from most acts. */
export const RIEN = {
  mode: null,
  compte_id: null,
  categorie_id: null,
  encaisse: false,
  timbre: 0,
  frais: 0,
}

/** The days of a month, as a condition on a column. */
function periodOf(mois: string) {
  const [debut, fin] = [`${mois}-01`, addMois(`${mois}-01`, 1)]
  return (jour: ReturnType<typeof sql>) => sql`${jour} >= ${debut}::date and ${jour} < ${fin}::date`
}
