/** Pieces of SQL that several of the hand-written statements use. */

export const DA = (centimes: string) => `(${centimes}) / 100::float8`
export const A_REMETTRE = `p.mode = 'cheque' and p.remise_id is null and p.encaisse_le is null and p.rejete_le is null`
export const percent = (part: string, total: string) => `case when ${total} <= 0 or ${part} <= 0 then 0
  when ${part} >= ${total} then 100
  else least(greatest(((${part})::numeric * 20000 + ${total})::bigint / ((${total}) * 2), 1), 9999) / 100::float8 end`
/** SQL for the part of a price that is paid, in percent, cut after two decimals (Q132). */
export const share = (paid: string, price: string) =>
  `case when ${price} <= 0 then 0 else least(floor((${paid})::numeric * 10000 / ${price}), 10000) / 100::float8 end`
export const CLIENT = `json_build_object('id', c.id, 'nomComplet', c.nom_complet, 'tel', c.tel, 'email', c.email)`
export const LOT = `json_build_object('id', a.id, 'numLot', a.num_lot, 'typeLogement', a.type_logement, 'montant', ${DA('b.prix')})`
export const CODE = `substr(p.code, 1, 4) || '-' || substr(p.code, 5, 4) || '-' || substr(p.code, 9)`
/** A number with zeros before it, and whole where it has more digits; `lpad` alone would cut it. */
const padded = (column: string, digits: number) =>
  `lpad(${column}::text, greatest(${digits}, length(${column}::text)), '0')`
export const RECU = `p.recu_annee || '-' || ${padded('p.recu_numero', 6)}`
export const DOSSIER = `v.dossier_annee || '-D-' || ${padded('v.dossier_numero', 4)}`
const NUMBERED = (from: string, year: string, number: string, where: string, more = '') =>
  `(select json_build_object('id', z.id, 'numero', z.${year} || '-' || ${padded(`z.${number}`, 6)}${more}) from ${from} z where ${where})`
/** Columns of a payment `p` of the sale `v`: mode, state of the cheque, buyer who held the dossier then. */
export const MEANS = `'dossier', ${DOSSIER}, 'mode', p.mode, 'banque', p.banque, 'reference', p.reference, 'recu_origine', p.recu_origine, 'date_cheque', p.date_cheque,
  'payeur_type', p.payeur_type, 'payeur', p.payeur, 'encaisse_le', p.encaisse_le, 'rejete_le', p.rejete_le, 'motif_rejet', p.motif_rejet,
  'frais_rejet', ${DA('p.frais_rejet')},
  'compte', case when p.compte_id is not null then (
    select json_build_object('id', k.id, 'banque', k.banque, 'numero', k.numero) from comptes_bancaires k where k.id = p.compte_id) end,
  'timbre', ${DA('p.timbre')},
  'etat', case when p.mode is distinct from 'cheque' then null when p.rejete_le is not null then 'rejete' when p.encaisse_le is not null then 'encaisse'
    when p.remise_id is not null then 'remis' else 'recu' end,
  'justificatif', case when p.justificatif_id is not null then (select nom from fichiers where id = p.justificatif_id) end,
  'remise', case when p.remise_id is not null then ${NUMBERED('remises', 'annee', 'numero', 'z.id = p.remise_id', ", 'jour', z.jour")} end,
  'represente', case when p.represente_id is not null then ${NUMBERED('paiements', 'recu_annee', 'recu_numero', 'z.id = p.represente_id')} end,
  'represente_par', case when p.rejete_le is not null then ${NUMBERED('paiements', 'recu_annee', 'recu_numero', 'z.represente_id = p.id')} end,
  'groupe', case when p.groupe_id is not null then (select json_build_object('id', p.groupe_id, 'montant', ${DA('sum(z.versement)')},
    'recus', json_agg(z.recu_annee || '-' || ${padded('z.recu_numero', 6)} order by z.recu_annee, z.recu_numero))
    from paiements z where z.groupe_id = p.groupe_id) end,
  'detenteur', case when p.detenteur_id <> v.client_id then (
    select json_build_object('id', d.id, 'nomComplet', d.nom_complet) from clients d where d.id = p.detenteur_id) end`
export const COUNTED = 'coalesce(sum(versement) filter (where rejete_le is null)'
export const BLOC = `json_build_object('id', o.id, 'nomloc', o.nomloc, 'residence_id', r.id, 'residence', json_build_object('id', r.id, 'nom', r.nom))`
/** SQL for the amount that is late on a sale `v`, in centimes. */
export const LATE = `(select coalesce(sum(e.montant - e.couvert), 0)::bigint from echeances e
  where e.vente_id = v.id and e.ouverte and e.couvert < e.montant and e.exigible_le <= (now() at time zone 'Africa/Algiers')::date)`
