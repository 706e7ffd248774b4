-- A whole portfolio in and in sight: prices that change together, the history of each price, imports of a workbook.
alter table fichiers
  drop constraint fichiers_type_check,
  add constraint fichiers_type_check check (type in ('application/pdf', 'image/jpeg', 'image/png',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'));

-- ── Prices ───────────────────────────────────────────────────────────────────────────────────────────────────────
-- One change of many prices.
create table revisions_prix (
  id bigint generated always as identity primary key,
  membre_nom text not null,
  sorte text not null check (sorte in ('pourcent', 'montant', 'm2')),
  valeur bigint not null, -- hundredths of a percent, or centimes
  arrondi bigint not null check (arrondi in (0, 100000, 1000000)), -- centimes
  motif text check (motif <> ''),
  nombre integer not null check (nombre > 0),
  cree_le timestamptz not null default now()
);

-- The price of a bien, each time it changed.
create table changements_prix (
  id bigint generated always as identity primary key,
  bien_id bigint not null references biens on delete cascade,
  ancien bigint not null,
  nouveau bigint not null,
  revision_id bigint references revisions_prix,
  le timestamptz not null default clock_timestamp(),
  constraint changements_prix_change check (nouveau <> ancien)
);
create index changements_prix_par_bien on changements_prix (bien_id, id);
create index changements_prix_par_revision on changements_prix (revision_id) where revision_id is not null;

-- Whoever changes a price, a form, an import, a revision or a script, it is recorded; a restore only inserts biens. A revision says
-- in its transaction which one it is.
create function noter_le_prix() returns trigger language plpgsql as $$
begin
  insert into changements_prix (bien_id, ancien, nouveau, revision_id)
    values (new.id, old.prix, new.prix, nullif(current_setting('diyar.revision', true), '')::bigint);
  return null;
end $$;
create trigger noter_le_prix after update of prix on biens
  for each row when (old.prix is distinct from new.prix) execute function noter_le_prix();

-- ── Imports ──────────────────────────────────────────────────────────────────────────────────────────────────────
create table imports (
  id bigint generated always as identity primary key,
  fichier_id uuid references fichiers, -- the workbook as it was sent; null once it is tidied away
  nom text not null,
  sha256 bytea not null check (octet_length(sha256) = 32),
  membre_nom text not null,
  modifier boolean not null,
  statut text not null default 'lecture'
    check (statut in ('lecture', 'refuse', 'pret', 'ecriture', 'termine', 'annule', 'echec')),
  annulation boolean not null default false, -- somebody asked to stop
  fait integer not null default 0,
  total integer not null default 0,
  feuilles jsonb not null default '[]',
  nombre_erreurs integer not null default 0,
  nombre_avertissements integer not null default 0,
  nombre_modifications integer not null default 0,
  recus_a_numeroter integer not null default 0, -- payments to be created without a number of their own
  sauvegarde text, -- the backup made just before writing
  motif text, -- why the whole file was refused, or the work failed
  vu_le timestamptz not null default now(), -- heartbeat of the work
  cree_le timestamptz not null default now(),
  fini_le timestamptz
);
-- One work at a time.
create unique index imports_un_a_la_fois on imports ((true)) where statut in ('lecture', 'ecriture');
create index imports_par_empreinte on imports (sha256) where statut = 'termine';

create table imports_messages (
  import_id bigint not null references imports on delete cascade,
  rang integer not null,
  gravite text not null check (gravite in ('erreur', 'avertissement', 'modification')),
  feuille text not null,
  ligne integer not null,
  colonne text,
  cellule text,
  texte text not null,
  primary key (import_id, rang)
);
