-- What a line waits for and when it is foreseen; what a month brought in, and what was rejected in it.
lock table ventes, paiements, echeances, stades_atteints, blocs, etages, locaux, appartements in share row exclusive mode;

-- ── Foreseen days of the works: one for each bloc and stade ──────────────────────────────────────────────────────
create table stades_prevus (
  bloc_id bigint not null constraint stades_prevus_bloc references blocs on delete cascade,
  stade_id bigint not null constraint stades_prevus_stade references stades on delete cascade,
  prevu_le date not null,
  primary key (bloc_id, stade_id)
);
create index stades_prevus_par_stade on stades_prevus (stade_id);

-- Kept as couvert, exigible_le and ouverte are.
alter table echeances add column prevue_le date, add column attend_contrat boolean not null default false;
drop index echeances_attendues;
create index echeances_attendues on echeances (prevue_le, id) include (vente_id, montant, couvert, declencheur, attend_contrat)
  where ouverte and couvert < montant and exigible_le is null;

-- ── Appels de fonds: the line that a paper calls, and the paper that was sent ────────────────────────────────────
alter table documents add column echeance_id bigint constraint documents_echeance references echeances on delete set null;
create index documents_par_echeance on documents (echeance_id, id) where echeance_id is not null;
-- Null: a relance.
alter table relances add column document_id bigint constraint relances_document references documents;
create index relances_par_document on relances (document_id) where document_id is not null;

-- ── A dossier is found by its notary too ──────────────────────────────────────────────────────────────────────────
alter table ventes add column recherche text generated always as (normaliser(notaire)) stored;
create index ventes_recherche on ventes using gin (recherche gin_trgm_ops) where recherche is not null;

-- ── The view ─────────────────────────────────────────────────────────────────────────────────────────────────────
-- A line on a stade falls due on the later of its day and the contract's, and without a contract not at all; then only a signature is
-- waited for, and no forecast is told. `greatest` ignores nulls: both days are asked for.
create or replace view echeances_calculees as
select e.id, e.vente_id, v.terminee_le is null as ouverte,
  least(e.montant, greatest(0, v.total_paye - (sum(e.montant) over (partition by e.vente_id order by e.rang) - e.montant)))::bigint as couvert,
  j.exigible_le,
  case when j.exigible_le is null and j.atteint_le is null then coalesce(e.date_prevue, case e.declencheur
    when 'livraison' then coalesce(v.livraison_prevue_le, (select o.livraison_prevue_le from blocs o where o.id = j.bloc_id))
    when 'stade' then (select p.prevu_le from stades_prevus p where p.stade_id = e.stade_id and p.bloc_id = j.bloc_id) end) end as prevue_le,
  v.contrat_le is null and (e.declencheur = 'contrat' or j.atteint_le is not null) as attend_contrat
from echeances e join ventes v on v.id = e.vente_id
cross join lateral (
  select b.bloc_id, a.atteint_le,
    case e.declencheur when 'date' then e.date_prevue when 'reservation' then v.reservation_le when 'contrat' then v.contrat_le
      when 'livraison' then v.livraison_le
      else case when a.atteint_le is not null and v.contrat_le is not null then greatest(a.atteint_le, v.contrat_le) end end as exigible_le
  from (select case when e.declencheur in ('stade', 'livraison') then coalesce(
      (select t.bloc_id from appartements p join etages t on t.id = p.etage_id where p.id = v.bien_id),
      (select l.bloc_id from locaux l where l.id = v.bien_id)) end as bloc_id) b
  left join stades_atteints a on a.stade_id = e.stade_id and a.bloc_id = b.bloc_id) j;

create or replace function rafraichir_echeances_ensemble(des_ventes bigint[]) returns void language plpgsql as $$
begin
  update echeances e set couvert = c.couvert, exigible_le = c.exigible_le, ouverte = c.ouverte, prevue_le = c.prevue_le,
      attend_contrat = c.attend_contrat
    from echeances_calculees c
    where c.vente_id = any (des_ventes) and c.id = e.id
      and (e.couvert, e.exigible_le, e.ouverte, e.prevue_le, e.attend_contrat)
        is distinct from (c.couvert, c.exigible_le, c.ouverte, c.prevue_le, c.attend_contrat);
  if exists (select from ventes v where v.id = any (des_ventes)
      and v.planifiee <> exists (select from echeances e where e.vente_id = v.id)) then
    update ventes v set planifiee = not v.planifiee
      where v.id = any (des_ventes) and v.planifiee <> exists (select from echeances e where e.vente_id = v.id);
  end if;
end $$;

create or replace function rafraichir_echeances(des_ventes bigint[]) returns void language plpgsql as $$
declare une bigint := des_ventes[1];
begin
  if cardinality(des_ventes) <> 1 then
    perform rafraichir_echeances_ensemble(des_ventes);
    return;
  end if;
  update echeances e set couvert = c.couvert, exigible_le = c.exigible_le, ouverte = c.ouverte, prevue_le = c.prevue_le,
      attend_contrat = c.attend_contrat
    from echeances_calculees c
    where c.vente_id = une and e.vente_id = une and c.id = e.id
      and (e.couvert, e.exigible_le, e.ouverte, e.prevue_le, e.attend_contrat)
        is distinct from (c.couvert, c.exigible_le, c.ouverte, c.prevue_le, c.attend_contrat);
  if exists (select from ventes v where v.id = une and v.planifiee <> exists (select from echeances e where e.vente_id = une)) then
    update ventes set planifiee = not planifiee where id = une;
  end if;
end $$;

-- ── What the lines follow from ───────────────────────────────────────────────────────────────────────────────────
create or replace function echeances_des_ventes() returns trigger language plpgsql as $$
declare changees bigint[] := array(select id from (
    select id, total_paye, terminee_le is null, bien_id, reservation_le, contrat_le, livraison_le, livraison_prevue_le from apres
    except select id, total_paye, terminee_le is null, bien_id, reservation_le, contrat_le, livraison_le, livraison_prevue_le from avant) d);
begin
  if changees <> '{}' then perform rafraichir_echeances(changees); end if;
  return null;
end $$;

create trigger echeances_ajouts after insert on stades_prevus referencing new table as touches
  for each statement execute function echeances_des_stades();
create trigger echeances_changements after update on stades_prevus referencing new table as touches
  for each statement execute function echeances_des_stades();
create trigger echeances_retraits after delete on stades_prevus referencing old table as touches
  for each statement execute function echeances_des_stades();

create function echeances_des_blocs() returns trigger language plpgsql as $$
declare changes bigint[] := array(select id from (
    select id, livraison_prevue_le from apres except select id, livraison_prevue_le from avant) d);
begin
  if changes <> '{}' then perform rafraichir_echeances(ventes_des_blocs(changes)); end if;
  return null;
end $$;
create trigger echeances_des_blocs after update on blocs referencing old table as avant new table as apres
  for each statement execute function echeances_des_blocs();

-- ── A month: all that was paid in it, and all that was rejected in it ────────────────────────────────────────────
-- Whatever becomes of a payment or of its sale later changes no month that has been declared: no vente is asked, and none locked.
create or replace function cumuler_paiements() returns trigger language plpgsql as $$
declare
  sens bigint := case tg_op when 'INSERT' then 1 else -1 end;
  ecart record;
begin
  for ecart in
    select 'encaissements' as cle, premier_du_mois(date_paiement) as mois, count(*) as nombre, sum(versement)::bigint as paye
      from touchees group by 2
    union all select 'rejets', premier_du_mois(rejete_le), count(*), sum(versement)::bigint
      from touchees where rejete_le is not null group by 2
  loop
    perform cumuler(ecart.cle, ecart.mois, sens * ecart.nombre, 0, sens * ecart.paye);
  end loop;
  return null;
end $$;

create or replace function cumuler_paiements_changes() returns trigger language plpgsql as $$
declare ecart record;
begin
  for ecart in
    with changes as (
      select 1 as sens, date_paiement, rejete_le, versement from apres
      union all select -1, date_paiement, rejete_le, versement from avant)
    select 'encaissements' as cle, premier_du_mois(date_paiement) as mois, sum(sens)::bigint as nombre, sum(sens * versement)::bigint as paye
      from changes group by 2
    union all select 'rejets', premier_du_mois(rejete_le), sum(sens)::bigint, sum(sens * versement)::bigint
      from changes where rejete_le is not null group by 2
  loop
    perform cumuler(ecart.cle, ecart.mois, ecart.nombre, 0, ecart.paye);
  end loop;
  return null;
end $$;
drop trigger cumuler_vidage on paiements;
create trigger cumuler_vidage after truncate on paiements
  for each statement execute function cumuls_a_zero('encaissements', 'rejets');

create or replace function cumuler_ventes_changees() returns trigger language plpgsql as $$
declare ecart record;
begin
  for ecart in select ouverte, sum(sens)::bigint as nombre, sum(sens * prix)::bigint as prix, sum(sens * total_paye)::bigint as paye from (
      select terminee_le is null as ouverte, 1 as sens, prix, total_paye from apres
      union all select terminee_le is null, -1, prix, total_paye from avant) changees group by ouverte
  loop
    perform cumuler(case when ecart.ouverte then 'ventes ouvertes' else 'ventes terminees' end, null, ecart.nombre, ecart.prix, ecart.paye);
  end loop;
  -- Most changes are payments: what follows is for a vente that ends, or changes hands.
  -- Grouped, not joined: the plan made for one row is kept, and a join of two such sets row by row would never end on many.
  if not exists (select from (
      select id, client_id, terminee_le is null as ouverte, 1 as sens from apres
      union all select id, client_id, terminee_le is null, -1 from avant) changees
    group by id, client_id, ouverte having sum(sens) <> 0)
  then
    return null;
  end if;
  insert into acquereurs as a (client_id, ventes)
    select client_id, sum(sens) from (
      select client_id, 1 as sens from apres where terminee_le is null
      union all select client_id, -1 from avant where terminee_le is null) changees
    group by client_id having sum(sens) > 0 order by client_id
    on conflict (client_id) do update set ventes = a.ventes + excluded.ventes;
  update acquereurs a set ventes = a.ventes + parti.sens
    from (select client_id, sum(sens) as sens from (
      select client_id, 1 as sens from apres where terminee_le is null
      union all select client_id, -1 from avant where terminee_le is null) changees
      group by client_id having sum(sens) < 0) parti
    where a.client_id = parti.client_id;
  delete from acquereurs where ventes = 0 and client_id in (select client_id from avant);
  return null;
end $$;

-- What was given back in a month is added up from its rows.
create index remboursements_par_jour on remboursements (jour) include (montant);

delete from cumuls where quoi = 'encaissements';
insert into cumuls (quoi, mois, nombre, prix, paye)
  select 'encaissements', premier_du_mois(date_paiement), count(*), 0, sum(versement) from paiements group by 2
  union all select 'rejets', premier_du_mois(rejete_le), count(*), 0, sum(versement) from paiements where rejete_le is not null group by 2;

-- ── What is there already ────────────────────────────────────────────────────────────────────────────────────────
-- So many sales at a time that no array and no sort grows with the portfolio. Ended ones too: a désistement that is undone opens its lines.
do $$
declare lot bigint[]; dernier bigint := 0;
begin
  loop
    lot := array(select v.id from ventes v where v.id > dernier and v.planifiee order by v.id limit 5000);
    exit when lot = '{}';
    perform rafraichir_echeances_ensemble(lot);
    dernier := lot[cardinality(lot)];
  end loop;
end $$;

-- An appel de fonds that is there calls the one line of its sale whose libellé it names, where it is one.
update documents d set echeance_id = l.echeance_id from (
  select f.id, min(e.id) as echeance_id from documents f join echeances e on e.vente_id = f.vente_id
    and (strpos(f.modele::text, to_json(e.libelle)::text) > 0 or strpos(f.modele::text, to_json(e.libelle_ar)::text) > 0)
  where f.serie = 'AF' group by f.id having count(*) = 1) l
where l.id = d.id;
