-- How money was paid and what became of each cheque; numbers without gap; the residence each bien stands in.
lock table biens, appartements, locaux, places_parking, etages, blocs, parkings, ventes, paiements in share row exclusive mode;

-- The last number given in a series without gap, by year. Those of receipts are in recus.
create table numeros (
  serie text not null,
  annee integer not null,
  dernier integer not null check (dernier >= 1),
  primary key (serie, annee)
);

alter table fichiers add column type text not null default 'application/pdf'
  check (type in ('application/pdf', 'image/jpeg', 'image/png'));

-- ── The residence of a bien ──────────────────────────────────────────────────────────────────────────────────────
-- The way there goes over its étage and bloc, its bloc or its parking; every filter and sum by residence would walk it for each bien.
alter table biens add column residence_id bigint constraint biens_residence references residences;

-- Puts these biens into the residence their étage, bloc or parking stands in. Held first, so that two moves come one after the other.
create function situer(ids bigint[]) returns void language plpgsql as $$
begin
  perform from biens where id = any (ids) order by id for no key update;
  update biens b set residence_id = lieu.residence_id
    from (
      select a.id, o.residence_id from appartements a join etages e on e.id = a.etage_id join blocs o on o.id = e.bloc_id where a.id = any (ids)
      union all select l.id, o.residence_id from locaux l join blocs o on o.id = l.bloc_id where l.id = any (ids)
      union all select p.id, k.residence_id from places_parking p join parkings k on k.id = p.parking_id where p.id = any (ids)
    ) lieu
    where b.id = lieu.id and b.residence_id is distinct from lieu.residence_id;
end $$;

-- What stands above is held too, each in a statement of its own: a parent that moves meanwhile is read where it has gone.
create function situer_appartements() returns trigger language plpgsql as $$
begin
  perform from etages where id in (select etage_id from touches) order by id for share;
  perform from blocs where id in (select e.bloc_id from etages e join touches t on t.etage_id = e.id) order by id for share;
  perform situer(array(select id from touches));
  return null;
end $$;
create function situer_locaux() returns trigger language plpgsql as $$
begin
  perform from blocs where id in (select bloc_id from touches) order by id for share;
  perform situer(array(select id from touches));
  return null;
end $$;
create function situer_places() returns trigger language plpgsql as $$
begin
  perform from parkings where id in (select parking_id from touches) order by id for share;
  perform situer(array(select id from touches));
  return null;
end $$;

-- An edit that leaves everything where it was, as most do, costs nothing. Compared as sets: a join of the two, planned for one row, would never end on many.
create function situer_appartements_deplaces() returns trigger language plpgsql as $$
declare deplaces bigint[] := array(select id from (select id, etage_id from apres except select id, etage_id from avant) d);
begin
  if deplaces = '{}' then return null; end if;
  perform from etages where id in (select etage_id from appartements where id = any (deplaces)) order by id for share;
  perform from blocs where id in (select e.bloc_id from etages e join appartements a on a.etage_id = e.id where a.id = any (deplaces)) order by id for share;
  perform situer(deplaces);
  return null;
end $$;
create function situer_locaux_deplaces() returns trigger language plpgsql as $$
declare deplaces bigint[] := array(select id from (select id, bloc_id from apres except select id, bloc_id from avant) d);
begin
  if deplaces = '{}' then return null; end if;
  perform from blocs where id in (select bloc_id from locaux where id = any (deplaces)) order by id for share;
  perform situer(deplaces);
  return null;
end $$;
create function situer_places_deplacees() returns trigger language plpgsql as $$
declare deplaces bigint[] := array(select id from (select id, parking_id from apres except select id, parking_id from avant) d);
begin
  if deplaces = '{}' then return null; end if;
  perform from parkings where id in (select parking_id from places_parking where id = any (deplaces)) order by id for share;
  perform situer(deplaces);
  return null;
end $$;
create function situer_etages_deplaces() returns trigger language plpgsql as $$
declare deplaces bigint[] := array(select id from (select id, bloc_id from apres except select id, bloc_id from avant) d);
begin
  if deplaces = '{}' then return null; end if;
  perform from blocs where id in (select bloc_id from etages where id = any (deplaces)) order by id for share;
  perform situer(array(select id from appartements where etage_id = any (deplaces)));
  return null;
end $$;
create function situer_blocs_deplaces() returns trigger language plpgsql as $$
declare deplaces bigint[] := array(select id from (select id, residence_id from apres except select id, residence_id from avant) d);
begin
  if deplaces = '{}' then return null; end if;
  perform situer(array(
    select a.id from appartements a join etages e on e.id = a.etage_id where e.bloc_id = any (deplaces)
    union all select id from locaux where bloc_id = any (deplaces)));
  return null;
end $$;
create function situer_parkings_deplaces() returns trigger language plpgsql as $$
declare deplaces bigint[] := array(select id from (select id, residence_id from apres except select id, residence_id from avant) d);
begin
  if deplaces = '{}' then return null; end if;
  perform situer(array(select id from places_parking where parking_id = any (deplaces)));
  return null;
end $$;

create trigger situer_ajouts after insert on appartements referencing new table as touches for each statement execute function situer_appartements();
create trigger situer_ajouts after insert on locaux referencing new table as touches for each statement execute function situer_locaux();
create trigger situer_ajouts after insert on places_parking referencing new table as touches for each statement execute function situer_places();
create trigger situer_changements after update on appartements referencing old table as avant new table as apres
  for each statement execute function situer_appartements_deplaces();
create trigger situer_changements after update on locaux referencing old table as avant new table as apres
  for each statement execute function situer_locaux_deplaces();
create trigger situer_changements after update on places_parking referencing old table as avant new table as apres
  for each statement execute function situer_places_deplacees();
create trigger situer_changements after update on etages referencing old table as avant new table as apres
  for each statement execute function situer_etages_deplaces();
create trigger situer_changements after update on blocs referencing old table as avant new table as apres
  for each statement execute function situer_blocs_deplaces();
create trigger situer_changements after update on parkings referencing old table as avant new table as apres
  for each statement execute function situer_parkings_deplaces();

select situer(array(select id from biens));
create index biens_par_residence on biens (residence_id, type);

-- ── Cheques and the bank ─────────────────────────────────────────────────────────────────────────────────────────
-- The promoter's own accounts.
create table comptes_bancaires (
  id bigint generated always as identity primary key,
  banque text not null check (banque <> ''),
  agence text,
  numero text not null check (numero <> ''),
  actif boolean not null default true,
  version integer not null default 1,
  cree_le timestamptz not null default now()
);
-- A number is the same with or without what separates its digits.
create unique index comptes_bancaires_numero on comptes_bancaires (translate(normaliser(numero), ' -./', ''));

-- A list of cheques brought to the bank.
create table remises (
  id bigint generated always as identity primary key,
  annee integer not null,
  numero integer not null,
  compte_id bigint not null constraint remises_compte references comptes_bancaires,
  jour date not null,
  cree_le timestamptz not null default now(),
  constraint remises_numero unique (annee, numero)
);
create index remises_par_jour on remises (jour, id);
create index remises_par_compte on remises (compte_id);

-- A null mode: not said. A null payeur_type: the client paid himself. A rejected payment does not count in what is paid.
alter table paiements
  add column mode text check (mode in ('virement', 'cheque', 'versement_bancaire', 'especes', 'autre')),
  add column banque text,
  add column reference text,
  add column date_cheque date,
  add column payeur_type text check (payeur_type in ('banque', 'cnl', 'famille', 'tiers')),
  add column payeur text,
  add column justificatif_id uuid references fichiers,
  add column remise_id bigint constraint paiements_remise references remises,
  add column encaisse_le date,
  add column rejete_le date,
  add column motif_rejet text,
  add column frais_rejet bigint check (frais_rejet >= 0),
  add column represente_id bigint references paiements,
  add constraint paiements_cheque check (mode is not distinct from 'cheque'
    or (date_cheque, remise_id, encaisse_le, rejete_le, represente_id) is null),
  add constraint paiements_rejet check (
    (rejete_le is null) = (motif_rejet is null) and (rejete_le is not null or frais_rejet is null)),
  add constraint paiements_payeur check (payeur_type is not null or payeur is null);

drop index paiements_par_date;
-- A list of a month and its sums read nothing else, whatever else they are limited to.
create index paiements_par_date on paiements (date_paiement, id)
  include (versement, mode, rejete_le, encaisse_le, payeur_type, vente_id);
create index paiements_par_mode on paiements (mode, date_paiement, id) where mode is not null;
create index paiements_par_banque on paiements (banque, date_paiement, id) where banque is not null;
create index paiements_par_reference on paiements using gin (normaliser(reference) gin_trgm_ops) where reference is not null;
create index cheques_par_numero on paiements (replace(normaliser(reference), ' ', '')) where mode = 'cheque' and reference is not null;
create unique index paiements_represente on paiements (represente_id) include (versement) where represente_id is not null;
create index paiements_par_remise on paiements (remise_id) where remise_id is not null;
create index paiements_justificatif on paiements (justificatif_id) where justificatif_id is not null;
-- With their amount: the sum of each step is read out of the index.
create index cheques_recus on paiements (date_cheque, id) include (versement)
  where mode = 'cheque' and remise_id is null and encaisse_le is null and rejete_le is null;
create index cheques_remis on paiements (remise_id, id) include (versement) where remise_id is not null and encaisse_le is null and rejete_le is null;
create index cheques_encaisses on paiements (encaisse_le, id) include (versement) where encaisse_le is not null and rejete_le is null;
create index cheques_rejetes on paiements (rejete_le, id) include (versement) where rejete_le is not null;
create index recus_rejetes on paiements (recu_annee, recu_numero) where rejete_le is not null;
create index journal_recus_annules on journal (((avant->>'recu_annee')::int), ((avant->>'recu_numero')::int))
  where objet = 'paiement' and action = 'supprimer';
create index journal_caisse on journal (quand) where objet = 'paiement' and action in ('ajouter', 'representer');

-- ── What is kept by month leaves rejected payments out ───────────────────────────────────────────────────────────
create or replace function cumuler_paiements() returns trigger language plpgsql as $$
declare
  sens bigint := case tg_op when 'INSERT' then 1 else -1 end;
  ecart record;
begin
  perform from ventes where id in (select vente_id from touchees) order by id for no key update;
  for ecart in select premier_du_mois(p.date_paiement) as mois, count(*) as nombre, sum(p.versement)::bigint as paye
    from touchees p join ventes v on v.id = p.vente_id where v.terminee_le is null and p.rejete_le is null group by 1
  loop
    perform cumuler('encaissements', ecart.mois, sens * ecart.nombre, 0, sens * ecart.paye);
  end loop;
  return null;
end $$;

-- A remise or a clearing moves no sum: it locks no vente, and its payments are locked first.
create or replace function cumuler_paiements_changes() returns trigger language plpgsql as $$
declare
  changes bigint[] := array(select id from (
    select id, vente_id, date_paiement, versement, rejete_le is null from apres
    except select id, vente_id, date_paiement, versement, rejete_le is null from avant) d);
  ecart record;
begin
  if changes = '{}' then return null; end if;
  perform from ventes where id in (
    select vente_id from avant where id = any (changes) union select vente_id from apres where id = any (changes)) order by id for no key update;
  for ecart in select premier_du_mois(p.date_paiement) as mois, sum(p.sens)::bigint as nombre, sum(p.sens * p.versement)::bigint as paye
    from (select 1 as sens, vente_id, date_paiement, versement from apres where id = any (changes) and rejete_le is null
      union all select -1, vente_id, date_paiement, versement from avant where id = any (changes) and rejete_le is null) p
    join ventes v on v.id = p.vente_id where v.terminee_le is null group by 1
  loop
    perform cumuler('encaissements', ecart.mois, ecart.nombre, 0, ecart.paye);
  end loop;
  return null;
end $$;

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
  for ecart in select premier_du_mois(p.date_paiement) as mois, sum(v.sens)::bigint as nombre, sum(v.sens * p.versement)::bigint as paye
    from paiements p join (
      select id, 1 as sens from apres where terminee_le is null
      union all select id, -1 from avant where terminee_le is null) v on v.id = p.vente_id
    where p.rejete_le is null group by 1
  loop
    perform cumuler('encaissements', ecart.mois, ecart.nombre, 0, ecart.paye);
  end loop;
  return null;
end $$;
