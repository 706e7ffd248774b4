import { sql } from 'kysely'
import { bienDecrit, type BienDecrit } from '#features/etats/server/biens.read.ts'
import {
  COLONNES_ECHEANCE,
  STADE_ATTEINT_LE,
  type EcheanceLue,
} from '#features/echeanciers/server/echeances.wire.ts'
import type { Mode } from '#features/paiements/modes.ts'
import type {
  Acquereur,
  EcheanceImprimee,
  Lieu,
  PaiementDesFaits,
  Personne,
} from '#features/papiers/server/facts/faits.ts'
import type { Centimes } from '#shared/argent.ts'
import type { Jour } from '#shared/dates.ts'
import { statement } from '#server/database/prepared.ts'

/** A vente with what hangs on it few times. Amounts in centimes. */
export interface VenteLue {
  id: number
  dossier_annee: number
  dossier_numero: number
  prix: Centimes
  total_paye: Centimes
  reservation_le: Jour
  contrat_le: Jour | null
  livraison_le: Jour | null
  livraison_prevue_le: Jour | null
  notaire: string | null
  ouverte_le: Date
  terminee_le: Date | null
  titulaire: Personne
  bien: BienDecrit
  lieu: Omit<Lieu, 'bloc'> & { bloc: BlocLu | null }
  /** In order; `quand` is an instant. */
  transferts: {
    nature: 'bien' | 'client'
    quand: string
    ancien: string
    nouveau: string
    ancienClient: Personne | null
  }[]
  desistement: {
    demandeLe: Jour
    origine: 'client' | 'promoteur'
    motif: string
    retenue: Centimes
    retenuePourcent: number | null
  } | null
  /** The oldest first. */
  remboursements: {
    id: number
    annee: number
    numero: number
    jour: Jour
    montant: Centimes
    mode: Mode
    banque: string | null
    reference: string | null
  }[]
  relances: Jour[]
  misesEnDemeure: number
}
type Bloc = NonNullable<Lieu['bloc']>
export interface BlocLu extends Omit<Bloc, 'garantie'> {
  numero: string | null
  police: string | null
  le: Jour | null
  au: Jour | null
}

export const toBloc = ({ numero, police, le, au, ...bloc }: BlocLu): Bloc => ({
  ...bloc,
  garantie: numero === null || le === null ? null : { numero, police, le, au },
})

/** The résidence `r` and the bloc `o`, whole. */
const RESIDENCE = sql`json_build_object('id', r.id, 'nom', r.nom, 'nomAr', r.nom_ar, 'adresse', r.adresse, 'adresseAr', r.adresse_ar,
  'permisNumero', r.permis_numero, 'permisLe', r.permis_le, 'permisAutorite', r.permis_autorite, 'terrainActe', r.terrain_acte,
  'terrainLe', r.terrain_le)`
const BLOC = sql`json_build_object('id', o.id, 'nom', o.nomloc, 'nomAr', o.nom_ar, 'livraisonPrevueLe', o.livraison_prevue_le,
  'numero', o.garantie_numero, 'police', o.garantie_police, 'le', o.garantie_le, 'au', o.garantie_au)`
export const RESIDENCE_ET_BLOC = sql`${RESIDENCE} as residence, ${BLOC} as bloc`

/** Where the bien of the vente `v` stands. Each subselect is by key, so that a vente costs what hangs on it (docs/decisions/0066). */
export const LIEU = sql`(
  select json_build_object(
    'residence', case when r.id is not null then ${RESIDENCE} end,
    'bloc', case when o.id is not null then ${BLOC} end,
    'etage', case when e.id is not null then json_build_object('designation', e.designation, 'niveau', e.niveau,
      'designationAr', e.designation_ar) end,
    'parking', case when k.id is not null then json_build_object('nom', k.parking_nom, 'nomAr', k.nom_ar) end)
  from biens_decrits d left join residences r on r.id = d.residence_id left join blocs o on o.id = d.bloc_id
  left join etages e on e.id = d.etage_id left join parkings k on k.id = d.parking_id where d.id = v.bien_id)`

const personne = (alias: string) =>
  sql`json_build_object('id', ${sql.ref(`${alias}.id`)}, 'nom', ${sql.ref(`${alias}.nom_complet`)}, 'nomAr', ${sql.ref(`${alias}.nom_ar`)})`

export const selectVentes = statement<[number[]], VenteLue>(
  (ids) => sql`
  select v.id, v.dossier_annee, v.dossier_numero, v.prix, v.total_paye, v.reservation_le, v.contrat_le, v.livraison_le,
    v.livraison_prevue_le, v.notaire, v.ouverte_le, v.terminee_le, ${personne('c')} as titulaire,
    ${bienDecrit('v.bien_id')} as bien, ${LIEU} as lieu,
    (select coalesce(json_agg(json_build_object('nature', t.nature, 'quand', t.quand, 'ancien', t.ancien, 'nouveau', t.nouveau,
      'ancienClient', case when a.id is not null then ${personne('a')} end) order by t.id), '[]')
      from transferts t left join clients a on a.id = t.ancien_client_id where t.vente_id = v.id) as transferts,
    (select json_build_object('demandeLe', d.demande_le, 'origine', d.origine, 'motif', d.motif, 'retenue', d.retenue,
      'retenuePourcent', d.retenue_pourcent) from desistements d where d.vente_id = v.id) as desistement,
    (select coalesce(json_agg(json_build_object('id', r.id, 'annee', r.annee, 'numero', r.numero, 'jour', r.jour, 'montant', r.montant,
      'mode', r.mode, 'banque', r.banque, 'reference', r.reference) order by r.id), '[]')
      from remboursements r where r.vente_id = v.id) as remboursements,
    (select coalesce(json_agg(r.jour order by r.jour, r.id), '[]') from relances r
      where r.vente_id = v.id and r.document_id is null) as relances,
    (select count(*) from documents d where d.vente_id = v.id and d.serie = 'MD' and d.annule_le is null) as "misesEnDemeure"
  from ventes v join clients c on c.id = v.client_id where v.id = any(array(select unnest(${ids}::bigint[])))`,
)

/** The share of the buyer who names the dossier is what the co-buyers' shares leave. */
export const selectAcquereurs = statement<[number[]], Acquereur & { vente_id: number }>(
  (ids) => sql`
  select a.vente_id, c.id, c.nom_complet as nom, c.nom_ar as "nomAr", c.genre, c.tel, c.email, c.adresse, c.adresse_ar as "adresseAr",
    c.naissance_le as "naissanceLe", c.naissance_lieu as "naissanceLieu", c.naissance_lieu_ar as "naissanceLieuAr",
    c.piece_numero as "pieceNumero", c.nin, c.rc, c.nif, c.representant, c.representant_ar as "representantAr",
    c.representant_qualite as "representantQualite", c.representant_qualite_ar as "representantQualiteAr", a.part
  from (
    select v.id as vente_id, v.client_id, 0 as rang, nullif(10000 - (
        select coalesce(sum(o.part), 0)::integer from co_acquereurs o where o.vente_id = v.id), 10000) as part
      from ventes v where v.id = any(array(select unnest(${ids}::bigint[])))
    union all
    select vente_id, client_id, 1, part from co_acquereurs where vente_id = any(array(select unnest(${ids}::bigint[])))) a
  join clients c on c.id = a.client_id
  order by a.vente_id, a.rang, a.part desc, c.id`,
)

export interface PaiementLu extends Omit<PaiementDesFaits, 'recu' | 'etat' | 'detenteur' | 'groupe'> {
  vente_id: number
  recu_annee: number
  recu_numero: number
  remise_id: number | null
  encaisse_le: Jour | null
  detenteur_id: number
  /** `recus` is null when no other payment is left of it. */
  groupe: { montant: Centimes; recus: { annee: number; numero: number }[] | null } | null
}

export const selectPaiements = statement<[number[]], PaiementLu>(
  (ids) => sql`
  select p.vente_id, p.id, p.date_paiement, p.recu_annee, p.recu_numero, p.recu_origine, p.versement, p.details, p.code, p.rectifie_le, p.mode,
    p.banque, p.reference, p.date_cheque, p.payeur_type, p.payeur, p.timbre, p.remise_id, p.encaisse_le, p.rejete_le, p.motif_rejet,
    case when p.groupe_id is not null then (
      select json_build_object('montant', sum(z.versement), 'recus', json_agg(json_build_object('annee', z.recu_annee,
        'numero', z.recu_numero) order by z.recu_annee, z.recu_numero) filter (where z.id <> p.id))
      from paiements z where z.groupe_id = p.groupe_id) end as groupe,
    p.detenteur_id, p.transferts_avant as "transfertsAvant"
  from paiements p where p.vente_id = any(array(select unnest(${ids}::bigint[])))
  order by p.vente_id, p.date_paiement, p.id`,
)

export type LigneLue = Omit<EcheanceLue, 'prix' | 'stade'> &
  Pick<EcheanceImprimee, 'stade' | 'libelle_ar'> & { vente_id: number }

export const selectEcheances = statement<[number[]], LigneLue>(
  (ids) => sql`
  select e.vente_id, ${COLONNES_ECHEANCE},
    ${STADE_ATTEINT_LE} as stade_atteint_le,
    case when s.id is not null then json_build_object('id', s.id, 'nom', s.nom, 'nom_ar', s.nom_ar) end as stade
  from echeances e join ventes v on v.id = e.vente_id left join stades s on s.id = e.stade_id
  where e.vente_id = any(array(select unnest(${ids}::bigint[])))
  order by e.vente_id, e.rang`,
)
