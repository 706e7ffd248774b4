import { sql, type RawBuilder } from 'kysely'
import type { NomDeFeuille } from '#features/imports/feuilles.ts'
import { aujourdhui } from '#shared/dates.ts'

/** A day is YYYY-MM-DD; amounts and areas are in hundredths. */
export type Row = Readonly<Record<string, string | number | null>>

/**
 * What each sheet of an exported portfolio holds, a row a line, under the names of its columns. Put in order by what the lines say
 * and never by an id: another installation that holds the same gives the same workbook.
 * @param residence that one only, and what belongs to it
 */
type Requete = (residence: number | undefined) => RawBuilder<Row>

const RESIDENCE = sql`ranger(r.recherche) collate "C", r.nom collate "C"`
const BLOC = sql`o.rang, o.nomloc collate "C", o.description collate "C"`
const ETAGE = sql`e.niveau, e.designation collate "C", e.logement_par_palier`
const PARKING = sql`ranger(k.recherche) collate "C", k.parking_nom collate "C", k.nb_places`

const inResidence = (id: number | undefined, colonne: RawBuilder<unknown>) =>
  id === undefined ? sql`true` : sql`${colonne} = ${id}`
const jourAlger = (instant: RawBuilder<unknown>) => sql`(${instant} at time zone 'Africa/Algiers')::date`
const enCours = () => sql`p.fin is null and p.expire_le >= ${aujourdhui()}::date`

/** The biens as the sheets name them, each with its rank among all of them. */
const biensNommes = (residence: number | undefined) => sql`
  select b.id, b.type, r.nom as residence, coalesce(o.nomloc, k.parking_nom) as lieu, e.designation as etage,
    coalesce(a.num_lot, l.num, p.numero_place::text) as numero,
    row_number() over (order by ${RESIDENCE}, b.type, ${BLOC}, ${PARKING}, ${ETAGE},
      coalesce(a.rang, l.rang), coalesce(a.num_lot, l.num) collate "C", p.numero_place) as rang
  from biens b
  left join appartements a on a.id = b.id
  left join etages e on e.id = a.etage_id
  left join locaux l on l.id = b.id
  left join blocs o on o.id = coalesce(e.bloc_id, l.bloc_id)
  left join places_parking p on p.id = b.id
  left join parkings k on k.id = p.parking_id
  left join residences r on r.id = b.residence_id
  where ${inResidence(residence, sql`b.residence_id`)}`
const BIEN = sql`n.type, n.residence, n.lieu, n.etage, n.numero`

export const REQUETES: Record<NomDeFeuille, Requete> = {
  residences: (id) => sql`
    select r.nom, r.adresse from residences r where ${inResidence(id, sql`r.id`)} order by ${RESIDENCE}`,

  blocs: (id) => sql`
    select r.nom as residence, o.nomloc, o.description from blocs o join residences r on r.id = o.residence_id
    where ${inResidence(id, sql`r.id`)} order by ${RESIDENCE}, ${BLOC}`,

  etages: (id) => sql`
    select r.nom as residence, o.nomloc as bloc, e.designation, e.niveau, e.logement_par_palier
    from etages e join blocs o on o.id = e.bloc_id join residences r on r.id = o.residence_id
    where ${inResidence(id, sql`r.id`)} order by ${RESIDENCE}, ${BLOC}, ${ETAGE}`,

  appartements: (id) => sql`
    select r.nom as residence, o.nomloc as bloc, e.designation as etage, a.num_lot as "numLot", a.type_logement as "typeLogement",
      a.surface_habitable as "surfaceHabitable", a.surface_utile as "surfaceUtile", b.prix as montant, a.montant1, a.montant2, b.bloque_motif
    from appartements a join biens b on b.id = a.id join etages e on e.id = a.etage_id join blocs o on o.id = e.bloc_id
    join residences r on r.id = o.residence_id
    where ${inResidence(id, sql`r.id`)} order by ${RESIDENCE}, ${BLOC}, ${ETAGE}, a.rang, a.num_lot collate "C"`,

  locaux: (id) => sql`
    select r.nom as residence, o.nomloc as bloc, l.num, l.surface, l.description, b.prix as montant, b.bloque_motif
    from locaux l join biens b on b.id = l.id join blocs o on o.id = l.bloc_id join residences r on r.id = o.residence_id
    where ${inResidence(id, sql`r.id`)} order by ${RESIDENCE}, ${BLOC}, l.rang, l.num collate "C"`,

  parkings: (id) => sql`
    select r.nom as residence, k.parking_nom, k.nb_places from parkings k join residences r on r.id = k.residence_id
    where ${inResidence(id, sql`r.id`)} order by ${RESIDENCE}, ${PARKING}`,

  places: (id) => sql`
    select r.nom as residence, k.parking_nom as parking, p.numero_place, p.type_place, p.position, p.superficie,
      b.prix as montant, b.bloque_motif
    from places_parking p join biens b on b.id = p.id join parkings k on k.id = p.parking_id join residences r on r.id = k.residence_id
    where ${inResidence(id, sql`r.id`)} order by ${RESIDENCE}, ${PARKING}, p.numero_place`,

  clients: (id) => sql`
    select c.nom_complet as "nomComplet", c.tel, c.email, c.adresse from clients c
    where ${
      id === undefined
        ? sql`true`
        : sql`c.id in (
      select v.client_id from ventes v join biens b on b.id = v.bien_id where b.residence_id = ${id}
      union all select p.client_id from options p join biens b on b.id = p.bien_id where b.residence_id = ${id} and ${enCours()})`
    }
    order by ranger(c.recherche) collate "C", c.nom_complet collate "C", c.telephone collate "C", c.tel collate "C", c.email collate "C",
      c.adresse collate "C"`,

  ventes: (id) => sql`
    with nommes as (${biensNommes(id)})
    select ${BIEN}, c.nom_complet as client, c.tel as "clientTel", ${jourAlger(sql`v.ouverte_le`)} as date,
      case when v.terminee_le is not null then v.prix end as prix, ${jourAlger(sql`v.terminee_le`)} as terminee_le,
      v.dossier_annee, v.dossier_numero, v.reservation_le, v.contrat_le, v.livraison_le, v.livraison_prevue_le, v.notaire, v.note,
      d.demande_le, d.origine, d.motif, d.retenue
    from ventes v join nommes n on n.id = v.bien_id join clients c on c.id = v.client_id left join desistements d on d.vente_id = v.id
    order by n.rang, 8, v.dossier_annee, v.dossier_numero`,

  paiements: (id) => sql`
    with nommes as (${biensNommes(id)})
    select ${BIEN}, c.nom_complet as client, c.tel as "clientTel", ${jourAlger(sql`v.ouverte_le`)} as vente_du, p.date_paiement,
      p.versement, p.details, p.recu_annee, p.recu_numero, p.mode, p.banque, p.reference, p.date_cheque, p.payeur_type, p.payeur,
      p.encaisse_le, p.rejete_le, p.motif_rejet, p.frais_rejet, z.recu_annee as represente_annee, z.recu_numero as represente_numero
    from paiements p join ventes v on v.id = p.vente_id join nommes n on n.id = v.bien_id join clients c on c.id = v.client_id
    left join paiements z on z.id = p.represente_id
    order by p.recu_annee, p.recu_numero`,

  options: (id) => sql`
    with nommes as (${biensNommes(id)})
    select ${BIEN}, p.nom, c.nom_complet as client, c.tel as "clientTel", p.expire_le, p.tel, p.note
    from options p join nommes n on n.id = p.bien_id left join clients c on c.id = p.client_id
    where ${enCours()} order by n.rang`,

  stades: (id) => sql`
    select r.nom as residence, o.nomloc as bloc, s.nom as stade, t.atteint_le, t.note
    from stades_atteints t join stades s on s.id = t.stade_id join blocs o on o.id = t.bloc_id join residences r on r.id = o.residence_id
    where ${inResidence(id, sql`r.id`)} order by ${RESIDENCE}, ${BLOC}, ranger(normaliser(s.nom)) collate "C"`,

  echeances: (id) => sql`
    with nommes as (${biensNommes(id)})
    select ${BIEN}, v.dossier_annee, v.dossier_numero, t.rang, t.libelle, t.montant, t.declencheur, s.nom as stade, t.date_prevue
    from echeances t join ventes v on v.id = t.vente_id join nommes n on n.id = v.bien_id left join stades s on s.id = t.stade_id
    order by n.rang, v.dossier_annee, v.dossier_numero, t.rang`,

  remboursements: (id) => sql`
    select v.dossier_annee, v.dossier_numero, t.annee, t.numero, t.jour, t.montant, t.mode, t.banque, t.reference, t.note
    from remboursements t join ventes v on v.id = t.vente_id join biens b on b.id = v.bien_id
    where ${inResidence(id, sql`b.residence_id`)} order by t.annee, t.numero`,
}

/** How many lines all sheets have together. */
export const compterLignes = (residence: number | undefined): RawBuilder<{ lignes: number }> => {
  const inside = (colonne: RawBuilder<unknown>) => inResidence(residence, colonne)
  const deBien = (table: string) =>
    sql`select count(*) from ${sql.table(table)} t join ventes v on v.id = t.vente_id join biens b on b.id = v.bien_id
      where ${inside(sql`b.residence_id`)}`
  const parts = [
    sql`select count(*) from residences where ${inside(sql`id`)}`,
    sql`select count(*) from blocs where ${inside(sql`residence_id`)}`,
    sql`select count(*) from etages e join blocs o on o.id = e.bloc_id where ${inside(sql`o.residence_id`)}`,
    sql`select count(*) from biens where ${inside(sql`residence_id`)}`,
    sql`select count(*) from parkings where ${inside(sql`residence_id`)}`,
    sql`select count(*) from (${REQUETES.clients(residence)}) c`,
    sql`select count(*) from ventes v join biens b on b.id = v.bien_id where ${inside(sql`b.residence_id`)}`,
    sql`select count(*) from options p join biens b on b.id = p.bien_id where ${enCours()} and ${inside(sql`b.residence_id`)}`,
    sql`select count(*) from stades_atteints t join blocs o on o.id = t.bloc_id where ${inside(sql`o.residence_id`)}`,
    ...['paiements', 'echeances', 'remboursements'].map(deBien),
  ]
  return sql`select (${sql.join(
    parts.map((part) => sql`(${part})`),
    sql` + `,
  )})::integer as lignes`
}
