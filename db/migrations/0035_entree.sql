-- A portfolio that was kept elsewhere comes in: what its columns are, the receipts given before, and the way back.

-- ── Clients without e-mail or without phone ──────────────────────────────────────────────────────────────────────
alter table clients
  alter column email drop not null, -- null: « Sans e-mail »
  alter column tel drop not null, -- null: « Sans téléphone », made by an import alone
  alter column telephone drop not null;
update clients set email = null where email = '';
update clients set tel = null where tel = '';
alter table clients
  add constraint clients_email check (email <> ''),
  add constraint clients_tel check (tel <> '');

-- ── Receipts given before Diyar ──────────────────────────────────────────────────────────────────────────────────
-- The number on the receipt that was given then. Year 0 of `recus` is the series « Reprise », REP-000001.
alter table paiements add column recu_origine text check (recu_origine <> '');
create index paiements_par_recu_origine on paiements using gin (normaliser(recu_origine) gin_trgm_ops) where recu_origine is not null;
-- Lines of the journal are found by it. Those that are there have none, so what is kept of them stays true.
create or replace function journal_mots(avant jsonb, apres jsonb) returns text
language sql immutable parallel safe
return (
  select coalesce(normaliser(left(
    coalesce(r->>'nomComplet', '') || coalesce(' ' || (r->>'nom'), '') || coalesce(' ' || (r->>'name'), '')
    || coalesce(' ' || (r->>'nomloc'), '') || coalesce(' ' || (r->>'designation'), '') || coalesce(' ' || (r->>'numLot'), '')
    || coalesce(' ' || (r->>'num'), '') || coalesce(' ' || (r->>'numero_place'), '') || coalesce(' ' || (r->>'parking_nom'), '')
    || coalesce(' ' || (r->>'reference'), '') || coalesce(' ' || (r->>'recu'), '') || coalesce(' ' || (r->>'numero'), '')
    || coalesce(' ' || (r->>'libelle'), '') || coalesce(' ' || (r->>'recu_origine'), '')
    || coalesce(' ' || case jsonb_typeof(r->'client') when 'object' then r->'client'->>'nomComplet' else r->>'client' end, ''),
    500)), '')
  from (select coalesce(apres, avant) as r) record);

-- ── The two surfaces of an appartement, which papers print as typed ─────────────────────────────────────────────
create or replace view biens_decrits as
select b.id, b.type, b.prix,
  coalesce(a.num_lot, l.num, p.numero_place::text) as numero,
  coalesce(a.type_logement, p.type_place) as sorte,
  coalesce(a.surface_habitable + a.surface_utile, l.surface, p.superficie) as surface,
  e.id as etage_id, e.designation as etage,
  o.id as bloc_id, k.id as parking_id, coalesce(o.nomloc, k.parking_nom) as code,
  r.id as residence_id, r.nom as residence,
  a.surface_habitable, a.surface_utile
from biens b
left join appartements a on a.id = b.id
left join etages e on e.id = a.etage_id
left join locaux l on l.id = b.id
left join blocs o on o.id = coalesce(e.bloc_id, l.bloc_id)
left join places_parking p on p.id = b.id
left join parkings k on k.id = p.parking_id
left join residences r on r.id = coalesce(o.residence_id, k.residence_id);

-- ── Open sales without a contract day, which À traiter counts ────────────────────────────────────────────────────
create index ventes_sans_contrat on ventes (id) where terminee_le is null and contrat_le is null;

-- ── What the columns of a promoter's own list are ────────────────────────────────────────────────────────────────
alter table imports
  drop constraint imports_statut_check,
  add constraint imports_statut_check check (statut in
    ('lecture', 'correspondance', 'refuse', 'pret', 'ecriture', 'termine', 'annule', 'echec', 'defait')),
  add column correspondance jsonb; -- for each sheet: what each column is, and the kind of its examples

-- ── One big writing that can be taken back ───────────────────────────────────────────────────────────────────────
create table actes (
  id bigint generated always as identity primary key,
  import_id bigint unique constraint actes_import references imports, -- null: a generation
  residence_id bigint constraint actes_residence references residences on delete set null,
  membre_nom text not null,
  resume jsonb not null,
  le timestamptz not null default now(),
  dernier_journal bigint not null, -- its last line of the journal
  defait_le timestamptz,
  defait_par text
);
create index actes_par_residence on actes (residence_id, id) where residence_id is not null;
-- What it made (avant is null) or changed (avant: the former values of what changed). Housekeeping empties it thirty days after the act.
create table actes_fiches (
  acte_id bigint not null constraint actes_fiches_acte references actes on delete cascade,
  objet text not null,
  objet_id bigint not null,
  avant jsonb,
  numero_donne boolean not null default false, -- its number stood in the workbook
  primary key (acte_id, objet, objet_id)
);
create index actes_fiches_par_objet on actes_fiches (objet, objet_id);
