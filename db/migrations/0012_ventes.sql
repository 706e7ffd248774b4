-- The life of a sale: options, biens taken off sale, the dossier of a vente, stades of the works, échéances, relances, désistements, transferts.
lock table biens, ventes, paiements, etages, appartements, locaux in share row exclusive mode;

-- ── Biens taken off sale, and held ───────────────────────────────────────────────────────────────────────────────
alter table biens
  add column bloque_motif text check (bloque_motif <> ''),
  add column bloque_le timestamptz,
  add constraint biens_blocage check ((bloque_motif is null) = (bloque_le is null));

-- An option is over when its last day is: nothing has to run. One that is neither ended nor over holds the bien.
create table options (
  id bigint generated always as identity primary key,
  bien_id bigint not null constraint options_bien references biens on delete cascade,
  client_id bigint constraint options_client references clients on delete set null,
  nom text not null check (nom <> ''), -- of the client that day, or of somebody who is none yet
  recherche text not null generated always as (normaliser(nom)) stored,
  tel text,
  expire_le date not null,
  note text,
  prise_le timestamptz not null default now(),
  prise_par text not null,
  fin text check (fin in ('liberee', 'vendue', 'expiree')),
  fin_le timestamptz,
  motif_fin text,
  version integer not null default 1,
  constraint options_fin check ((fin is null) = (fin_le is null))
);
create unique index options_une_ouverte on options (bien_id) where fin is null;
create index options_par_jour on options (expire_le, id) where fin is null;
create index options_par_bien on options (bien_id);
create index options_par_client on options (client_id) where client_id is not null;
create index options_recherche on options using gin (recherche gin_trgm_ops);

-- ── The dossier of a vente ───────────────────────────────────────────────────────────────────────────────────────
alter table ventes
  add column dossier_annee integer,
  add column dossier_numero integer,
  add column reservation_le date,
  add column contrat_le date,
  add column livraison_le date,
  add column livraison_prevue_le date,
  add column notaire text,
  add column note text,
  add column version integer not null default 1;
-- Those there are: numbered in the year in Algiers in which they were opened, as they came.
update ventes v set dossier_annee = d.annee, dossier_numero = d.numero, reservation_le = d.jour
from (
  select id, jour, extract(year from jour)::integer as annee,
    row_number() over (partition by extract(year from jour) order by ouverte_le, id)::integer as numero
  from (select id, ouverte_le, (ouverte_le at time zone 'Africa/Algiers')::date as jour from ventes) j
) d where d.id = v.id;
insert into numeros (serie, annee, dernier) select 'dossier', dossier_annee, max(dossier_numero) from ventes group by dossier_annee;
alter table ventes
  alter column dossier_annee set not null,
  alter column dossier_numero set not null,
  alter column reservation_le set not null,
  add constraint ventes_dossier_unique unique (dossier_annee, dossier_numero),
  add constraint ventes_etapes check (contrat_le >= reservation_le and livraison_le >= coalesce(contrat_le, reservation_le));
create index ventes_par_reste on ventes ((prix - total_paye) desc, id desc) where terminee_le is null and prix > total_paye;
create index ventes_ouvertes on ventes (dossier_annee desc, dossier_numero desc) where terminee_le is null;
create index ventes_closes on ventes (terminee_le desc, id desc) where terminee_le is not null;

-- ── Stades of the works ──────────────────────────────────────────────────────────────────────────────────────────
create table stades (
  id bigint generated always as identity primary key,
  nom text not null check (nom <> ''),
  rang integer not null check (rang >= 1),
  version integer not null default 1
);
create unique index stades_nom_unique on stades (lower(nom));
insert into stades (nom, rang) values ('Fondations achevées', 1), ('Gros œuvre achevé', 2), ('Tous corps d''état achevés', 3);

-- The modèles there are at the start name these stades. Their percents are hundredths; 20/15/35/25/5 is that of decree 13-431.
insert into parametres (section, version, valeur)
select 'modeles', 0, jsonb_build_object('modeles', jsonb_agg(jsonb_build_object(
  'id', m.rang, 'nom', m.nom, 'par_defaut', m.par_defaut, 'lignes', m.lignes) order by m.rang))
from (
  select m.rang, m.nom, m.rang = 1 as par_defaut, jsonb_agg(jsonb_build_object('libelle', l.libelle, 'pourcent', l.pourcent,
    'declencheur', l.declencheur, 'stade_id', s.id, 'nombre', l.nombre, 'pas_mois', l.pas_mois) order by l.rang) as lignes
  from (values (1, 'Vente sur plans 20/15/35/25/5'), (2, 'Mensualités'), (3, 'Trimestrialités')) m (rang, nom)
  join (values
    (1, 1, 'Signature du contrat', 2000, 'contrat', null, 1, 1),
    (1, 2, 'Fondations achevées', 1500, 'stade', 'Fondations achevées', 1, 1),
    (1, 3, 'Gros œuvre achevé', 3500, 'stade', 'Gros œuvre achevé', 1, 1),
    (1, 4, 'Tous corps d''état achevés', 2500, 'stade', 'Tous corps d''état achevés', 1, 1),
    (1, 5, 'Remise des clés', 500, 'livraison', null, 1, 1),
    (2, 1, 'Mensualité', 10000, 'date', null, 12, 1),
    (3, 1, 'Trimestrialité', 10000, 'date', null, 4, 3)
  ) l (modele, rang, libelle, pourcent, declencheur, stade, nombre, pas_mois) on l.modele = m.rang
  left join stades s on s.nom = l.stade
  group by m.rang, m.nom
) m;

create table stades_atteints (
  bloc_id bigint not null constraint stades_atteints_bloc references blocs on delete cascade,
  stade_id bigint not null constraint stades_atteints_stade references stades,
  atteint_le date not null,
  note text,
  note_par text not null,
  note_le timestamptz not null default now(),
  primary key (bloc_id, stade_id)
);
create index stades_atteints_par_stade on stades_atteints (stade_id);

-- ── Échéances ────────────────────────────────────────────────────────────────────────────────────────────────────
-- couvert, exigible_le and ouverte follow from echeances_calculees; rafraichir_echeances alone writes them.
create table echeances (
  id bigint generated always as identity primary key,
  vente_id bigint not null constraint echeances_vente references ventes on delete cascade,
  rang integer not null check (rang >= 1),
  libelle text not null check (libelle <> ''),
  montant bigint not null check (montant > 0),
  declencheur text not null check (declencheur in ('date', 'reservation', 'contrat', 'stade', 'livraison')),
  stade_id bigint constraint echeances_stade references stades,
  date_prevue date,
  couvert bigint not null default 0,
  exigible_le date,
  ouverte boolean not null default true,
  constraint echeances_rang unique (vente_id, rang) deferrable initially deferred,
  constraint echeances_du_stade check ((declencheur = 'stade') = (stade_id is not null)),
  constraint echeances_a_date check (declencheur <> 'date' or date_prevue is not null)
);
-- What is not covered: what has its day, come or not, and what waits for an event, by its forecast. Apart, so that what is to come is
-- read without a look at what is late.
create index echeances_dues on echeances (exigible_le, id) include (vente_id, montant, couvert)
  where ouverte and couvert < montant and exigible_le is not null;
create index echeances_attendues on echeances (date_prevue, id) include (vente_id, montant, couvert)
  where ouverte and couvert < montant and exigible_le is null;
create index echeances_exigibles on echeances (exigible_le desc, id desc) include (vente_id, montant, couvert) where ouverte;
create index echeances_par_stade on echeances (stade_id) where stade_id is not null;

-- The bloc a bien stands in; a place has none.
create function bloc_du_bien(bien bigint) returns bigint language sql stable strict as $$
  select e.bloc_id from appartements a join etages e on e.id = a.etage_id where a.id = bien
  union all select bloc_id from locaux where id = bien
$$;

-- What the lines of a vente have received, in their order, and when each falls due.
create view echeances_calculees as
select e.id, e.vente_id, v.terminee_le is null as ouverte,
  least(e.montant, greatest(0, v.total_paye - (sum(e.montant) over (partition by e.vente_id order by e.rang) - e.montant)))::bigint as couvert,
  case e.declencheur when 'date' then e.date_prevue when 'reservation' then v.reservation_le when 'contrat' then v.contrat_le
    when 'livraison' then v.livraison_le
    else (select a.atteint_le from stades_atteints a where a.stade_id = e.stade_id and a.bloc_id = bloc_du_bien(v.bien_id)) end as exigible_le
from echeances e join ventes v on v.id = e.vente_id;

-- The ventes are held by whoever changes what their lines follow from.
create function rafraichir_echeances(des_ventes bigint[]) returns void language plpgsql as $$
begin
  update echeances e set couvert = c.couvert, exigible_le = c.exigible_le, ouverte = c.ouverte
    from echeances_calculees c
    where c.vente_id = any (des_ventes) and c.id = e.id
      and (e.couvert, e.exigible_le, e.ouverte) is distinct from (c.couvert, c.exigible_le, c.ouverte);
end $$;

-- Compared as sets, as in 0011: a join of the two, planned for one row, would never end on many.
create function echeances_des_ventes() returns trigger language plpgsql as $$
declare changees bigint[] := array(select id from (
    select id, total_paye, terminee_le is null, bien_id, reservation_le, contrat_le, livraison_le from apres
    except select id, total_paye, terminee_le is null, bien_id, reservation_le, contrat_le, livraison_le from avant) d);
begin
  if changees <> '{}' then perform rafraichir_echeances(changees); end if;
  return null;
end $$;
create trigger echeances_des_ventes after update on ventes referencing old table as avant new table as apres
  for each statement execute function echeances_des_ventes();

-- The ventes of the biens of some blocs, open and ended: a désistement that is undone opens its lines as they are due by then.
create function ventes_des_blocs(des_blocs bigint[]) returns bigint[] language sql stable as $$
  select coalesce(array_agg(v.id), '{}') from ventes v where v.bien_id in (
    select a.id from appartements a join etages e on e.id = a.etage_id where e.bloc_id = any (des_blocs)
    union all select id from locaux where bloc_id = any (des_blocs))
$$;
create function echeances_des_stades() returns trigger language plpgsql as $$
begin
  perform rafraichir_echeances(ventes_des_blocs(array(select distinct bloc_id from touches)));
  return null;
end $$;
create trigger echeances_ajouts after insert on stades_atteints referencing new table as touches
  for each statement execute function echeances_des_stades();
create trigger echeances_changements after update on stades_atteints referencing new table as touches
  for each statement execute function echeances_des_stades();
create trigger echeances_retraits after delete on stades_atteints referencing old table as touches
  for each statement execute function echeances_des_stades();

-- A bien that comes to stand in another bloc waits for the stades of that one.
create function echeances_des_biens() returns trigger language plpgsql as $$
declare deplaces bigint[];
begin
  if tg_table_name = 'etages' then
    deplaces := array(select a.id from appartements a where a.etage_id in (
      select id from (select id, bloc_id from apres except select id, bloc_id from avant) d));
  elsif tg_table_name = 'locaux' then
    deplaces := array(select id from (select id, bloc_id from apres except select id, bloc_id from avant) d);
  else
    deplaces := array(select id from (select id, etage_id from apres except select id, etage_id from avant) d);
  end if;
  if deplaces = '{}' then return null; end if;
  perform rafraichir_echeances(array(select id from ventes where bien_id = any (deplaces)));
  return null;
end $$;
-- Their names come after situer_changements, which has then locked the biens: nobody pays for them meanwhile.
create trigger situer_echeances after update on etages referencing old table as avant new table as apres
  for each statement execute function echeances_des_biens();
create trigger situer_echeances after update on locaux referencing old table as avant new table as apres
  for each statement execute function echeances_des_biens();
create trigger situer_echeances after update on appartements referencing old table as avant new table as apres
  for each statement execute function echeances_des_biens();

-- ── Relances, désistements, transferts ───────────────────────────────────────────────────────────────────────────
create table relances (
  id bigint generated always as identity primary key,
  vente_id bigint not null constraint relances_vente references ventes on delete cascade,
  canal text not null check (canal in ('lettre', 'email', 'whatsapp', 'telephone')),
  jour date not null,
  montant bigint not null,
  note text,
  membre_nom text not null,
  cree_le timestamptz not null default now()
);
create index relances_par_vente on relances (vente_id, id);

create table desistements (
  vente_id bigint primary key constraint desistements_vente references ventes,
  demande_le date not null,
  origine text not null check (origine in ('client', 'promoteur')),
  motif text not null check (motif <> ''),
  note text,
  retenue bigint not null check (retenue >= 0),
  retenue_pourcent integer check (retenue_pourcent between 0 and 10000), -- hundredths of a percent
  version integer not null default 1,
  cree_le timestamptz not null default now()
);

create table remboursements (
  id bigint generated always as identity primary key,
  vente_id bigint not null constraint remboursements_vente references desistements,
  annee integer not null,
  numero integer not null,
  jour date not null,
  montant bigint not null check (montant > 0),
  mode text not null check (mode in ('virement', 'cheque', 'versement_bancaire', 'especes', 'autre')),
  banque text,
  reference text,
  note text,
  cree_le timestamptz not null default now(),
  constraint remboursements_numero unique (annee, numero)
);
create index remboursements_par_vente on remboursements (vente_id, id);

create table transferts (
  id bigint generated always as identity primary key,
  vente_id bigint not null constraint transferts_vente references ventes on delete cascade,
  nature text not null check (nature in ('bien', 'client')),
  ancien_bien_id bigint constraint transferts_bien references biens,
  ancien_client_id bigint constraint transferts_client references clients,
  ancien text not null,
  nouveau text not null,
  prix_avant bigint not null,
  prix_apres bigint not null,
  frais bigint check (frais >= 0),
  motif text not null check (motif <> ''),
  membre_nom text not null,
  quand timestamptz not null default clock_timestamp()
);
create index transferts_par_vente on transferts (vente_id, id);
create index transferts_par_bien on transferts (ancien_bien_id) where ancien_bien_id is not null;
create index transferts_par_client on transferts (ancien_client_id) where ancien_client_id is not null;

-- Who held a dossier when a payment was recorded follows from the two instants, each taken under the lock of the vente: not that at which
-- the transaction began, which may be before it waited for that lock.
alter table paiements alter column cree_le set default clock_timestamp();

-- The state of a bien, said in one place: off sale, delivered, sold, held, or free. @param aujourdhui the day in Algiers
create function etat_du_bien(bien bigint, aujourdhui date) returns text language sql stable strict as $$
  select case
    when b.bloque_le is not null then 'bloque'
    when v.livraison_le is not null then 'livre'
    when v.id is not null then 'vendu'
    when exists (select from options o where o.bien_id = b.id and o.fin is null and o.expire_le >= aujourdhui) then 'option'
    else 'libre' end
  from biens b left join ventes v on v.bien_id = b.id and v.terminee_le is null where b.id = bien
$$;
