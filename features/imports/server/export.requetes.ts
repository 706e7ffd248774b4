import { sql, type RawBuilder } from 'kysely'
import { isHolding } from '#features/etats/server/etats.read.ts'
import type { NomDeFeuille } from '#features/imports/colonnes.ts'
import { fieldsOf, NOUNS, tablesOf } from '#features/imports/server/nouns.ts'
import { colonnesDe } from '#features/imports/server/sheets.ts'
import { champsDeLOption } from '#features/options/options.champs.ts'
import { champsDuPaiement } from '#features/paiements/paiements.champs.ts'
import { champsDuRemboursement } from '#features/ventes/ventes.champs.ts'
import { NOM_DU_VENDEUR, REMISE } from '#features/ventes/server/ventes.read.ts'
import { columnOf, isKept, type Champs } from '#shared/champs/champs.ts'
import { aujourdhui } from '#shared/dates.ts'

/** Values by column: days as YYYY-MM-DD, amounts and areas in hundredths. */
export type Row = Readonly<Record<string, string | number | null>>

/** Query of one exported sheet. Its order never depends on ids, so that equal portfolios export equal workbooks. */
type Requete = (residence: number | undefined) => RawBuilder<Row>

const RESIDENCE = sql`r.rang, r.nom collate "C"`
const BLOC = sql`o.rang, o.nomloc collate "C", o.description collate "C"`
const ETAGE = sql`e.niveau, e.designation collate "C", e.logement_par_palier`
const PARKING = sql`k.rang, k.parking_nom collate "C", k.nb_places`

export const inResidence = (id: number | undefined, colonne: RawBuilder<unknown>) =>
  id === undefined ? sql`true` : sql`${colonne} = ${id}`
const jourAlger = (instant: RawBuilder<unknown>) => sql`(${instant} at time zone 'Africa/Algiers')::date`
const enCours = () => isHolding('p', aujourdhui())

/** The fields of a sheet that columns of its noun's table keep, for a `select` from that table. */
const keptIn = (feuille: NomDeFeuille, champs: Champs, alias: string) =>
  sql.join(
    colonnesDe(feuille)
      .filter(({ champ }) => isKept(champs, champ))
      .map(({ champ }) => sql`${sql.ref(`${alias}.${columnOf(champs, champ)}`)} as ${sql.id(champ)}`),
  )

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

/** The order of a simple noun within its parent. */
const ORDERS = {
  residences: RESIDENCE,
  blocs: BLOC,
  etages: ETAGE,
  appartements: sql`a.rang, a.num_lot collate "C"`,
  locaux: sql`l.rang, l.num collate "C"`,
  parkings: PARKING,
  places: sql`p.numero_place`,
}

/** A noun and the nouns that it stands in, the residence last. */
function withParents(nom: keyof typeof ORDERS): (keyof typeof ORDERS)[] {
  const { parent } = NOUNS[nom]
  return parent && parent !== 'clients' ? [nom, ...withParents(parent)] : [nom]
}

/** Query of a simple noun: the names of what it stands in, then its fields. */
const requeteDe =
  (nom: keyof typeof ORDERS): Requete =>
  (id) => {
    const chain = withParents(nom)
    const columns = chain.slice(1).map((lieu) => {
      const { alias, key, fields, objet } = NOUNS[lieu]
      const [[name]] = key
      const column = fields.find(({ champ }) => champ === name)?.column ?? name
      return sql`${sql.ref(`${alias}.${column}`)} as ${sql.id(objet)}`
    })
    const joins = chain.slice(1).map((lieu, at) => {
      const { table, alias, objet } = NOUNS[lieu]
      const enfant = NOUNS[chain[at] ?? nom].alias
      return sql`join ${sql.table(table)} ${sql.id(alias)} on ${sql.ref(`${alias}.id`)} = ${sql.ref(`${enfant}.${objet}_id`)}`
    })
    return sql`
      select ${sql.join([...columns, fieldsOf(nom)])} from ${tablesOf(nom)} ${sql.join(joins, sql` `)}
      where ${inResidence(id, sql`r.id`)} order by ${sql.join(chain.toReversed().map((un) => ORDERS[un]))}`
  }

export const REQUETES: Record<NomDeFeuille, Requete> = {
  residences: requeteDe('residences'),
  blocs: requeteDe('blocs'),
  etages: requeteDe('etages'),
  appartements: requeteDe('appartements'),
  locaux: requeteDe('locaux'),
  parkings: requeteDe('parkings'),
  places: requeteDe('places'),

  clients: (id) => sql`
    select ${fieldsOf('clients')} from ${tablesOf('clients')}
    where ${
      id === undefined
        ? sql`true`
        : sql`c.id in (
      select v.client_id from ventes v join biens b on b.id = v.bien_id where b.residence_id = ${id}
      union all select a.client_id from co_acquereurs a join ventes v on v.id = a.vente_id join biens b on b.id = v.bien_id
        where b.residence_id = ${id}
      union all select p.client_id from options p join biens b on b.id = p.bien_id where b.residence_id = ${id} and ${enCours()})`
    }
    order by ranger(c.recherche) collate "C", c.nom_complet collate "C", c.telephone collate "C", c.tel collate "C", c.email collate "C",
      c.adresse collate "C"`,

  ventes: (id) => sql`
    with nommes as (${biensNommes(id)})
    select ${BIEN}, c.nom_complet as client, c.tel as "clientTel", ${jourAlger(sql`v.ouverte_le`)} as date,
      case when v.terminee_le is not null then v.prix end as prix, ${jourAlger(sql`v.terminee_le`)} as terminee_le,
      v.dossier_annee, v.dossier_numero, v.reservation_le, v.contrat_le, v.livraison_le, v.livraison_prevue_le, v.notaire, ${NOM_DU_VENDEUR} as vendeur, v.note,
      d.demande_le, d.origine, d.motif, d.retenue, ${REMISE} as remise
    from ventes v join nommes n on n.id = v.bien_id join clients c on c.id = v.client_id left join desistements d on d.vente_id = v.id
    order by n.rang, 8, v.dossier_annee, v.dossier_numero`,

  coAcquereurs: (id) => sql`
    select v.dossier_annee, v.dossier_numero, c.nom_complet as client, a.part, c.tel as "clientTel"
    from co_acquereurs a join ventes v on v.id = a.vente_id join biens b on b.id = v.bien_id join clients c on c.id = a.client_id
    where ${inResidence(id, sql`b.residence_id`)}
    order by v.dossier_annee, v.dossier_numero, a.part desc, c.nom_complet collate "C", c.telephone collate "C", c.tel collate "C"`,

  paiements: (id) => sql`
    with nommes as (${biensNommes(id)})
    select ${BIEN}, c.nom_complet as client, c.tel as "clientTel", ${jourAlger(sql`v.ouverte_le`)} as vente_du,
      ${keptIn('paiements', champsDuPaiement, 'p')},
      case when p.compte_id is not null then (select b.numero from comptes_bancaires b where b.id = p.compte_id) end as compte, p.recu_annee, p.recu_numero, z.recu_annee as represente_annee, z.recu_numero as represente_numero
    from paiements p join ventes v on v.id = p.vente_id join nommes n on n.id = v.bien_id join clients c on c.id = v.client_id
    left join paiements z on z.id = p.represente_id
    order by p.recu_annee, p.recu_numero`,

  options: (id) => sql`
    with nommes as (${biensNommes(id)})
    select ${BIEN}, c.nom_complet as client, c.tel as "clientTel", ${keptIn('options', champsDeLOption, 'p')}
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
    select v.dossier_annee, v.dossier_numero, t.annee, t.numero,
      ${keptIn('remboursements', champsDuRemboursement, 't')}
    from remboursements t join ventes v on v.id = t.vente_id join biens b on b.id = v.bien_id
    where ${inResidence(id, sql`b.residence_id`)} order by t.annee, t.numero`,

  // Records that came in by this sheet are in the others.
  reprise: () => sql`select null::text as client where false`,
}

/** Number of lines of all sheets together. */
export const countLignes = (residence: number | undefined): RawBuilder<{ lignes: number }> => {
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
    ...['paiements', 'co_acquereurs', 'echeances', 'remboursements'].map(deBien),
  ]
  return sql`select (${sql.join(
    parts.map((part) => sql`(${part})`),
    sql` + `,
  )})::integer as lignes`
}
