-- One SELECT per rule; each must return no row. `npm run verifier` runs them on a live database,
-- the tests after each scenario. The line above a SELECT names the rule.

-- The running total of a vente is the sum of its payments that count: a rejected one does not
select v.id, v.total_paye, coalesce(sum(p.versement), 0) as somme
from ventes v left join paiements p on p.vente_id = v.id and p.rejete_le is null
group by v.id having v.total_paye <> coalesce(sum(p.versement), 0);

-- Nobody paid more than the price
select id, prix, total_paye from ventes where total_paye > prix or total_paye < 0;

-- The price of an open vente is the price of its bien
select v.id, v.prix, b.prix as prix_bien from ventes v join biens b on b.id = v.bien_id
where v.terminee_le is null and v.prix <> b.prix;

-- At most one open vente per bien
select bien_id from ventes where terminee_le is null group by bien_id having count(*) > 1;

-- A bien has exactly the one record its type says
select b.id, b.type from biens b
left join appartements a on a.id = b.id left join locaux l on l.id = b.id left join places_parking p on p.id = b.id
where (b.type = 'appartement') <> (a.id is not null)
   or (b.type = 'local') <> (l.id is not null)
   or (b.type = 'place_parking') <> (p.id is not null);

-- An ended vente of a local keeps no payment, unless it ended by a désistement
select v.id from ventes v join biens b on b.id = v.bien_id join paiements p on p.vente_id = v.id
where b.type = 'local' and v.terminee_le is not null and not exists (select from desistements d where d.vente_id = v.id);

-- A vente ends after it began
select id from ventes where terminee_le < ouverte_le;

-- No parking holds more places than its capacity
select k.id, k.nb_places, count(p.id) as places from parkings k join places_parking p on p.parking_id = k.id
group by k.id having count(p.id) > k.nb_places;

-- At most one promoter
select count(*) from promoteurs having count(*) > 1;

-- When there are members, one of them is active
select count(*) from membres having count(*) > 0 and count(*) filter (where actif) = 0;

-- When there are members, one active member is of the direction
select count(*) from membres having count(*) > 0 and count(*) filter (where actif and role = 'direction') = 0;

-- A member was let in before being active or shut out, and is shut out only while inactive
select id from membres where (actif and (active_le is null or desactive_le is not null)) or (desactive_le is not null and active_le is null);

-- A receipt number is at most the last one given in its year
select p.id, p.recu_annee, p.recu_numero from paiements p left join recus r on r.annee = p.recu_annee
where r.annee is null or p.recu_numero > r.dernier or p.recu_numero < 1;

-- Each stored file is used exactly once
select f.id from fichiers f
where (select count(*) from residences r where r.plan_id = f.id) + (select count(*) from appartements a where a.plan_id = f.id)
  + (select count(*) from paiements p where p.justificatif_id = f.id) + (select count(*) from imports i where i.fichier_id = f.id)
  + (select count(*) from pieces c where c.fichier_id = f.id) + (select count(*) from promoteurs t where t.logo_id = f.id) <> 1;

-- Every payment has its line in the journal
select p.id from paiements p
where not exists (select 1 from journal j where j.objet = 'paiement' and j.objet_id = p.id);

-- A payment is marked as corrected when its journal says that what its receipt says was, and only then
select p.id, p.rectifie_le from paiements p
where (p.rectifie_le is not null) <> exists (
  select 1 from journal j where j.objet = 'paiement' and j.objet_id = p.id and j.action = 'modifier'
    and (j.avant->>'versement', j.avant->>'date_paiement', j.avant->>'vente_id', j.avant->>'mode', j.avant->>'banque', j.avant->>'reference',
        j.avant->>'date_cheque', j.avant->>'payeur_type', j.avant->>'payeur')
      is distinct from (j.apres->>'versement', j.apres->>'date_paiement', j.apres->>'vente_id', j.apres->>'mode', j.apres->>'banque',
        j.apres->>'reference', j.apres->>'date_cheque', j.apres->>'payeur_type', j.apres->>'payeur'));

-- A payment and a paper name the client who held the dossier after as many of its changes as they say
select 'paiement' as quoi, k.id, k.detenteur_id, k.transferts_avant from paiements k join ventes v on v.id = k.vente_id
where k.detenteur_id is distinct from coalesce((
  select t.ancien_client_id from (select id, nature, ancien_client_id from transferts where vente_id = v.id order by id offset k.transferts_avant) t
  where t.nature = 'client' order by t.id limit 1), v.client_id)
union all select 'document', k.id, k.detenteur_id, k.transferts_avant from documents k join ventes v on v.id = k.vente_id
where k.detenteur_id is distinct from coalesce((
  select t.ancien_client_id from (select id, nature, ancien_client_id from transferts where vente_id = v.id order by id offset k.transferts_avant) t
  where t.nature = 'client' order by t.id limit 1), v.client_id);

-- What is kept of the whole portfolio is what its rows add up to (docs/decisions/0040)
select quoi, mois, sum(nombre) as nombre, sum(prix) as prix, sum(paye) as paye from (
  select quoi, mois, nombre, prix, paye from cumuls
  union all select 'residences', null, -count(*), 0, 0 from residences
  union all select 'blocs', null, -count(*), 0, 0 from blocs
  union all select 'etages', null, -count(*), 0, 0 from etages
  union all select 'parkings', null, -count(*), 0, 0 from parkings
  union all select 'clients', null, -count(*), 0, 0 from clients
  union all select 'biens', null, -count(*), 0, 0 from biens
  union all select 'appartements', null, -count(*), 0, 0 from appartements
  union all select 'acquereurs', null, -count(*), 0, 0 from acquereurs
  union all select case when terminee_le is null then 'ventes ouvertes' else 'ventes terminees' end, null, -1, -prix, -total_paye from ventes
  union all select 'ventes avec reste', null, -count(*), 0, 0 from ventes where terminee_le is null and prix > total_paye
  union all select 'encaissements', premier_du_mois(date_paiement), -1, 0, -versement from paiements
  union all select 'rejets', premier_du_mois(rejete_le), -1, 0, -versement from paiements where rejete_le is not null
) ecarts group by quoi, mois having sum(nombre) <> 0 or sum(prix) <> 0 or sum(paye) <> 0;

-- The clients who own something are those with an open vente, and as many as they have
select coalesce(a.client_id, v.client_id) as client_id, a.ventes as gardees, v.ventes as ouvertes from acquereurs a
full join (select client_id, count(*) as ventes from ventes where terminee_le is null group by client_id) v on v.client_id = a.client_id
where a.ventes is distinct from v.ventes;

-- The installation has exactly one id
select count(*) from installation having count(*) <> 1;

-- A bien is in the residence its étage, bloc or parking stands in
select b.id, b.residence_id from biens b left join appartements a on a.id = b.id left join etages e on e.id = a.etage_id
left join locaux l on l.id = b.id left join blocs o on o.id = coalesce(e.bloc_id, l.bloc_id)
left join places_parking k on k.id = b.id left join parkings g on g.id = k.parking_id
where b.residence_id is distinct from coalesce(o.residence_id, g.residence_id);

-- The steps of a cheque follow each other
select p.id, r.jour, p.encaisse_le, p.rejete_le from paiements p left join remises r on r.id = p.remise_id
where p.encaisse_le < r.jour or p.rejete_le < coalesce(p.encaisse_le, r.jour);

-- A remise holds at least one cheque, and its number was given
select r.id, r.annee, r.numero from remises r left join numeros n on n.serie = 'remise' and n.annee = r.annee
where n.dernier is null or r.numero > n.dernier or not exists (select from paiements p where p.remise_id = r.id);

-- What represents a cheque has its amount and its vente, and the cheque is rejected
select n.id, n.represente_id from paiements n join paiements a on a.id = n.represente_id
where a.rejete_le is null or n.versement <> a.versement or n.vente_id <> a.vente_id;

-- A receipt number that the journal calls void is no payment's
select p.id, p.recu_annee, p.recu_numero from paiements p join journal j on j.objet = 'paiement' and j.action = 'supprimer'
  and (j.avant->>'recu_annee')::int = p.recu_annee and (j.avant->>'recu_numero')::int = p.recu_numero;

-- The échéances of a vente add up to its price
select v.id, v.prix from ventes v join echeances e on e.vente_id = v.id group by v.id having sum(e.montant) <> v.prix;

-- Payments cover the échéances in their order; each is due when its event came, and foreseen until then; those of an ended vente are closed
select e.id from echeances e join echeances_calculees c on c.id = e.id
where (e.couvert, e.exigible_le, e.ouverte, e.prevue_le, e.attend_contrat)
  is distinct from (c.couvert, c.exigible_le, c.ouverte, c.prevue_le, c.attend_contrat);

-- Nothing falls due before the sale was reserved; a line on a stade has a day only with a contract, and not before it
select e.id, e.exigible_le from echeances e join ventes v on v.id = e.vente_id
where (e.declencheur <> 'date' and e.exigible_le < v.reservation_le)
  or (e.declencheur = 'stade' and e.exigible_le is not null and (v.contrat_le is null or e.exigible_le < v.contrat_le));
-- A line is called by papers of its own sale, appels de fonds only
select d.id from documents d join echeances e on e.id = d.echeance_id where d.serie <> 'AF' or d.vente_id <> e.vente_id;

-- A vente is marked as planned when it has échéances, and only then
select v.id, v.planifiee from ventes v where v.planifiee <> exists (select from echeances e where e.vente_id = v.id);

-- The échéances of a vente are numbered 1 to n
select vente_id from echeances group by vente_id having max(rang) <> count(*);

-- A line that waits for a stade stands on a bien that has a bloc
select e.id from echeances e join ventes v on v.id = e.vente_id join biens b on b.id = v.bien_id
where e.declencheur = 'stade' and e.ouverte and b.type = 'place_parking';

-- No more is kept and refunded than was paid
select d.vente_id from desistements d join ventes v on v.id = d.vente_id left join remboursements r on r.vente_id = d.vente_id
group by d.vente_id, v.total_paye, d.retenue having v.total_paye < d.retenue + coalesce(sum(r.montant), 0);

-- A désisted vente has ended
select d.vente_id from desistements d join ventes v on v.id = d.vente_id where v.terminee_le is null;

-- Nothing off sale or held is sold
select v.id from ventes v join biens b on b.id = v.bien_id left join options o on o.bien_id = b.id and o.fin is null
where v.terminee_le is null and (b.bloque_le is not null or o.id is not null);

-- That no number is cut short where it is written (RE-18) is no rule of the data: none is stored as a text. Year and rank of a receipt, a
-- dossier, a paper are integers, and shared/numero.ts alone makes « 2026-D-12345 » of them.

-- A dossier number is at most the last one given in its year
select v.id from ventes v left join numeros n on n.serie = 'dossier' and n.annee = v.dossier_annee
where n.annee is null or v.dossier_numero not between 1 and n.dernier;

-- A number of a refund is at most the last one given in its year
select r.id from remboursements r left join numeros n on n.serie = 'remboursement' and n.annee = r.annee
where n.annee is null or r.numero not between 1 and n.dernier;

-- A modèle names only stades that are there
select p.section, m->>'nom' as nom from parametres p, jsonb_array_elements(p.valeur->'modeles') m, jsonb_array_elements(m->'lignes') l
where p.section = 'modeles' and l->>'stade_id' is not null and not exists (select from stades t where t.id = (l->>'stade_id')::bigint);

-- The last recorded change of a price leads to the price
select b.id from biens b join lateral (select nouveau from changements_prix c where c.bien_id = b.id order by c.id desc limit 1) d on true
where d.nouveau <> b.prix;

-- Each change of a price starts where the one before it ended
select id from (select id, ancien, lag(nouveau) over (partition by bien_id order by id) as avant from changements_prix) c where ancien <> avant;

-- A revision changed at most the lots it says (fewer once some are deleted)
select r.id from revisions_prix r join changements_prix c on c.revision_id = r.id group by r.id, r.nombre having count(*) > r.nombre;

-- The shares of co-acquéreurs leave something to the buyer, who is none of them
select v.id from ventes v join co_acquereurs a on a.vente_id = v.id group by v.id having sum(a.part) >= 10000 or bool_or(a.client_id = v.client_id);

-- The code of a deleted payment still answers
select j.id from journal j where j.objet = 'paiement' and j.action = 'supprimer' and j.avant ? 'code'
  and not exists (select from codes_eteints c where c.code = j.avant->>'code');

-- A code is that of one payment, of one paper, or of a payment that is gone
select code from (select code from paiements union all select code from documents union all select code from codes_eteints) c
group by code having count(*) > 1;

-- An account waits when somebody made it for himself and nobody has let him in
select m.id from membres m where m.attend <> (m.active_le is null
  and exists (select from journal j where j.objet = 'membre' and j.action = 'inscrire' and j.objet_id = m.id));

-- Every paper has its line in the journal
select d.id from documents d where not exists (select from journal j where j.objet = 'document' and j.objet_id = d.id);

-- A paper that attests that the whole price is paid is a décompte that keeps nothing to pay
select id, serie, montant from documents where variante = 'solde' and (serie <> 'DC' or montant is distinct from 0);

-- An account of an ended sale is of a sale that is ended, or was reopened after it
select d.id, d.vente_id from documents d join ventes v on v.id = d.vente_id
join journal e on e.objet = 'document' and e.objet_id = d.id and e.action = 'etablir'
where d.variante = 'fin' and v.terminee_le is null
  and not exists (select from journal j where j.objet = 'vente' and j.objet_id = v.id and j.action = 'rouvrir' and j.id > e.id);

-- A paper's number is at most the last one given, and none is missing
select d.serie, d.annee from documents d left join numeros n using (serie, annee) group by d.serie, d.annee, n.dernier
having n.dernier is null or count(*) <> n.dernier or max(d.numero) <> n.dernier;

-- Nothing that an undone act made is alive
select f.acte_id, f.objet, f.objet_id from actes a join actes_fiches f on f.acte_id = a.id and f.avant is null
where a.defait_le is not null and case f.objet
  when 'client' then exists (select from clients where id = f.objet_id) when 'residence' then exists (select from residences where id = f.objet_id)
  when 'bloc' then exists (select from blocs where id = f.objet_id) when 'etage' then exists (select from etages where id = f.objet_id)
  when 'parking' then exists (select from parkings where id = f.objet_id) when 'vente' then exists (select from ventes where id = f.objet_id)
  when 'paiement' then exists (select from paiements where id = f.objet_id) when 'option' then exists (select from options where id = f.objet_id)
  when 'remboursement' then exists (select from remboursements where id = f.objet_id)
  else exists (select from biens where id = f.objet_id) end;

-- No bon is paid beyond its lines
select g.bon_id from reglements g group by g.bon_id
having sum(g.montant) > (select coalesce(sum(l.prix_unitaire * l.quantite), 0) from lignes l where l.bon_id = g.bon_id);

-- The payments of a group are one cheque or one transfer
select groupe_id from paiements where groupe_id is not null group by groupe_id
having count(distinct (date_paiement, mode, banque, reference, date_cheque, payeur_type, payeur, compte_id, remise_id, encaisse_le, rejete_le, motif_rejet, vu_le, rejet_vu_le)) > 1;

-- The number of a closing was given
select c.id, c.annee, c.numero from clotures c left join numeros n on n.serie = 'cloture' and n.annee = c.annee
where n.dernier is null or c.numero > n.dernier or c.numero < 1;

-- No receipt of before Diyar carries a droit de timbre
select id from paiements where recu_annee = 0 and timbre is not null;
