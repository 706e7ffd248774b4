-- The whole business: who works here, what is built, who bought it, what they paid, what was spent.
-- Money is bigint centimes, areas are bigint hundredths of m². Nothing derivable is stored, with one exception: ventes.total_paye.

create extension if not exists pg_trgm;

-- Folds a text for searching; shared/texte.ts does the same in the browser.
create function normaliser(texte text) returns text
language sql immutable strict parallel safe
return btrim(regexp_replace(lower(translate(
  regexp_replace(normalize(texte, NFD), '[\u0300-\u036F\u064B-\u065F\u0670\u0640]', '', 'g'),
  U&'\0622\0623\0625\0629\0649', U&'\0627\0627\0627\0647\064A')), '[\s\u00A0\u202F]+', ' ', 'g'));

-- ── Files ────────────────────────────────────────────────────────────────────────────────────────────────────────
create table fichiers (
  id uuid primary key,
  nom text not null,
  taille bigint not null check (taille > 0),
  sha256 bytea not null check (octet_length(sha256) = 32),
  cree_le timestamptz not null default now()
);

-- ── Access ───────────────────────────────────────────────────────────────────────────────────────────────────────
create table membres (
  id bigint generated always as identity primary key,
  name text not null,
  email text not null,
  mot_de_passe text not null,
  actif boolean not null default false,
  version integer not null default 1,
  cree_le timestamptz not null default now()
);
create unique index membres_email_unique on membres (lower(email));

create table sessions (
  empreinte bytea primary key check (octet_length(empreinte) = 32), -- sha256 of the cookie's token
  membre_id bigint not null references membres on delete cascade,
  cree_le timestamptz not null default now(),
  vue_le timestamptz not null default now()
);
create index sessions_membre on sessions (membre_id);
create index sessions_vue on sessions (vue_le);

create table tentatives (
  cle text primary key,
  compte integer not null,
  expire_le timestamptz not null
);

create table idempotence (
  membre_id bigint not null references membres on delete cascade,
  cle text not null,
  empreinte bytea not null, -- of method, path and body: the same key with another request is refused
  reponse jsonb,
  cree_le timestamptz not null default now(),
  primary key (membre_id, cle)
);
create index idempotence_age on idempotence (cree_le);

-- Who did what to what, for good. The actor's name is copied: it outlives the account.
create table journal (
  id bigint generated always as identity primary key,
  quand timestamptz not null default clock_timestamp(),
  membre_id bigint,
  membre_nom text not null,
  action text not null,
  objet text not null,
  objet_id bigint,
  avant jsonb,
  apres jsonb
);
create index journal_objet on journal (objet, objet_id, id);

create function journal_est_definitif() returns trigger language plpgsql as $$
begin
  raise exception 'the journal is append-only' using errcode = 'insufficient_privilege';
end $$;
create trigger journal_definitif before update or delete on journal for each row execute function journal_est_definitif();
create trigger journal_jamais_vide before truncate on journal for each statement execute function journal_est_definitif();

-- ── The portfolio ────────────────────────────────────────────────────────────────────────────────────────────────
create table residences (
  id bigint generated always as identity primary key,
  nom text not null check (nom <> ''),
  adresse text not null,
  plan_id uuid references fichiers,
  version integer not null default 1,
  cree_le timestamptz not null default now()
);
create unique index residences_nom_unique on residences (lower(nom));

create table blocs (
  id bigint generated always as identity primary key,
  residence_id bigint not null constraint blocs_residence references residences,
  nomloc text not null check (nomloc <> ''),
  description text not null,
  version integer not null default 1,
  cree_le timestamptz not null default now()
);
create index blocs_par_residence on blocs (residence_id);

create table etages (
  id bigint generated always as identity primary key,
  bloc_id bigint not null constraint etages_bloc references blocs,
  designation text not null check (designation <> ''),
  niveau integer not null,
  logement_par_palier integer not null check (logement_par_palier >= 1),
  version integer not null default 1,
  cree_le timestamptz not null default now()
);
create index etages_par_bloc on etages (bloc_id);

create table parkings (
  id bigint generated always as identity primary key,
  residence_id bigint not null constraint parkings_residence references residences,
  parking_nom text not null check (parking_nom <> ''),
  recherche text not null generated always as (normaliser(parking_nom)) stored,
  nb_places integer not null check (nb_places >= 1),
  version integer not null default 1,
  cree_le timestamptz not null default now()
);
create index parkings_par_residence on parkings (residence_id);
create index parkings_recherche on parkings using gin (recherche gin_trgm_ops);

-- A bien is anything that can be sold. Selling and paying know only this table.
create table biens (
  id bigint generated always as identity primary key,
  type text not null check (type in ('appartement', 'local', 'place_parking')),
  prix bigint not null constraint biens_prix_borne check (prix between 0 and 9999999999999),
  version integer not null default 1,
  cree_le timestamptz not null default now(),
  unique (id, type)
);

create table appartements (
  id bigint primary key,
  type text not null default 'appartement' check (type = 'appartement'),
  etage_id bigint not null constraint appartements_etage references etages,
  num_lot text not null check (num_lot <> ''),
  recherche text not null generated always as (normaliser(num_lot)) stored,
  type_logement text not null,
  surface_habitable bigint not null check (surface_habitable >= 0),
  surface_utile bigint not null check (surface_utile >= 0),
  montant1 bigint check (montant1 >= 0),
  montant2 bigint check (montant2 >= 0),
  plan_id uuid references fichiers,
  foreign key (id, type) references biens (id, type) on delete cascade
);
create unique index appartements_num_lot_unique on appartements (etage_id, lower(num_lot));
create index appartements_recherche on appartements using gin (recherche gin_trgm_ops);

create table locaux (
  id bigint primary key,
  type text not null default 'local' check (type = 'local'),
  bloc_id bigint not null constraint locaux_bloc references blocs,
  num text not null check (num <> ''),
  recherche text not null generated always as (normaliser(num)) stored,
  surface bigint not null check (surface >= 0),
  description text,
  foreign key (id, type) references biens (id, type) on delete cascade
);
create unique index locaux_num_unique on locaux (bloc_id, lower(num));
create index locaux_recherche on locaux using gin (recherche gin_trgm_ops);

create table places_parking (
  id bigint primary key,
  type text not null default 'place_parking' check (type = 'place_parking'),
  parking_id bigint not null constraint places_parking_parking references parkings,
  numero_place integer not null check (numero_place >= 1),
  type_place text not null default 'Plein Air' check (type_place in ('Plein Air', 'Box', 'Couvert')),
  position text check (char_length(position) <= 100),
  superficie bigint check (superficie >= 0),
  foreign key (id, type) references biens (id, type) on delete cascade,
  constraint places_parking_numero_unique unique (parking_id, numero_place)
);

-- ── Selling and paying ───────────────────────────────────────────────────────────────────────────────────────────
create table clients (
  id bigint generated always as identity primary key,
  nom_complet text not null check (nom_complet <> ''),
  recherche text not null generated always as (normaliser(nom_complet)) stored,
  tel text not null,
  email text not null,
  adresse text,
  version integer not null default 1,
  cree_le timestamptz not null default now()
);
create index clients_recherche on clients using gin (recherche gin_trgm_ops);
create index clients_ordre on clients (recherche, id);

-- A vente ties a bien to a client from a day on; it is open until it ends. At most one open per bien: that is "sold".
-- total_paye is kept by the payments' own transactions under the row's lock, so that overpaying, or lowering a price
-- below what is paid, is impossible and not merely checked.
create table ventes (
  id bigint generated always as identity primary key,
  bien_id bigint not null constraint ventes_bien references biens,
  client_id bigint not null constraint ventes_client references clients,
  prix bigint not null,
  total_paye bigint not null default 0,
  ouverte_le timestamptz not null default now(),
  terminee_le timestamptz,
  constraint ventes_paye_borne check (total_paye between 0 and prix)
);
create unique index ventes_une_ouverte on ventes (bien_id) where terminee_le is null;
create index ventes_par_bien on ventes (bien_id);
create index ventes_par_client on ventes (client_id);

create table paiements (
  id bigint generated always as identity primary key,
  vente_id bigint not null constraint paiements_vente references ventes,
  date_paiement date not null,
  versement bigint not null constraint paiements_versement_positif check (versement > 0),
  details text,
  recu_annee integer not null,
  recu_numero integer not null,
  version integer not null default 1,
  cree_le timestamptz not null default now(),
  constraint paiements_recu_unique unique (recu_annee, recu_numero)
);
create index paiements_par_vente on paiements (vente_id, date_paiement, id);
create index paiements_par_date on paiements (date_paiement, id);

-- The last receipt number given in a year; a number once given is never given again (D3 §2.4).
create table recus (
  annee integer primary key,
  dernier integer not null check (dernier >= 1)
);

-- ── Promoter and charges ─────────────────────────────────────────────────────────────────────────────────────────
create table promoteurs (
  id bigint generated always as identity primary key,
  nom text not null check (nom <> ''),
  email text not null,
  telephone text not null,
  adresse text not null,
  version integer not null default 1,
  cree_le timestamptz not null default now()
);
create unique index promoteurs_un_seul on promoteurs ((true));

create table categories_bons (
  id bigint generated always as identity primary key,
  nom text not null check (nom <> ''),
  version integer not null default 1,
  cree_le timestamptz not null default now()
);

create table bons (
  id bigint generated always as identity primary key,
  categorie_bon_id bigint not null constraint bons_categorie references categories_bons on delete cascade,
  reference text not null check (reference <> ''),
  date_bon date not null,
  version integer not null default 1,
  cree_le timestamptz not null default now()
);
create index bons_par_categorie on bons (categorie_bon_id, date_bon, id);

create table lignes (
  id bigint generated always as identity primary key,
  bon_id bigint not null constraint lignes_bon references bons on delete cascade,
  designation text not null check (designation <> ''),
  prix_unitaire bigint not null check (prix_unitaire >= 0),
  quantite integer not null check (quantite >= 1),
  version integer not null default 1,
  constraint lignes_montant_borne check (prix_unitaire::numeric * quantite <= 9999999999999)
);
create index lignes_par_bon on lignes (bon_id, id);
