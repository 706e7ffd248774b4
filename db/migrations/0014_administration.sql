-- Who may do what, what was done in words, the promoter's identity, the client's file, numbered papers and the codes that prove them.

-- ── Rôles and sign-ins ───────────────────────────────────────────────────────────────────────────────────────────
-- Until somebody chooses, every account may do everything.
alter table membres add column role text not null default 'direction'
  constraint membres_role check (role in ('direction', 'commercial', 'caisse', 'comptable', 'lecture'));

alter table sessions
  add column id bigint generated always as identity unique,
  add column appareil text not null default '' check (length(appareil) <= 300), -- what the browser says of itself
  add column adresse text not null default '';

-- ── Journal ──────────────────────────────────────────────────────────────────────────────────────────────────────
-- What a line is searched by: names and numbers of the record it speaks of.
create function journal_mots(avant jsonb, apres jsonb) returns text
language sql immutable parallel safe
return (
  select coalesce(normaliser(left(
    coalesce(r->>'nomComplet', '') || coalesce(' ' || (r->>'nom'), '') || coalesce(' ' || (r->>'name'), '')
    || coalesce(' ' || (r->>'nomloc'), '') || coalesce(' ' || (r->>'designation'), '') || coalesce(' ' || (r->>'numLot'), '')
    || coalesce(' ' || (r->>'num'), '') || coalesce(' ' || (r->>'numero_place'), '') || coalesce(' ' || (r->>'parking_nom'), '')
    || coalesce(' ' || (r->>'reference'), '') || coalesce(' ' || (r->>'recu'), '') || coalesce(' ' || (r->>'numero'), '')
    || coalesce(' ' || (r->>'libelle'), '')
    || coalesce(' ' || case jsonb_typeof(r->'client') when 'object' then r->'client'->>'nomComplet' else r->>'client' end, ''),
    500)), '')
  from (select coalesce(apres, avant) as r) record);

alter table journal add column recherche text not null generated always as (journal_mots(avant, apres)) stored;
-- Trigrams are made of the letters of the database's own locale, in most of ASCII alone. Here Arabic letters are written with those, so
-- that a name in Arabic is looked up as well; others may then be spelt alike, and the condition on recherche itself stands beside.
create function journal_lettres(mots text) returns text
language sql immutable parallel safe
return translate(mots, 'ءابتثجحخدذرزسشصضطظعغفقكلمنهوي', 'abcdefghijklmnopqrstuvwxyz012');
create index journal_recherche on journal using gin (journal_lettres(recherche) gin_trgm_ops);
-- Each way of narrowing it down gives its lines by id: by member; by kind and act; by all three. There are few acts: whoever names one of
-- the three only, or two, has the lines of each merged.
create index journal_membre on journal (membre_id, id);
create index journal_sorte on journal (objet, action, id);
create index journal_acte on journal (membre_id, objet, action, id);
create index journal_quand on journal (quand);
-- What belongs to a bien, a client, a vente, also once that is no more.
create index journal_ventes_bien on journal ((coalesce(apres->>'bien_id', avant->>'bien_id')), id) where objet = 'vente';
create index journal_ventes_client on journal ((coalesce(apres->>'client_id', avant->>'client_id')), id) where objet = 'vente';
create index journal_de_vente on journal ((coalesce(apres->>'vente_id', avant->>'vente_id')), id)
  where objet in ('paiement', 'remboursement', 'relance', 'document');

-- One change of a line is let through: what it says of a client is taken out once no client of that id exists any more. Who, when
-- and what was done stay.
create or replace function journal_est_definitif() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.objet = 'client' and new.avant is null and new.apres is null
      and to_jsonb(new) - '{avant,apres,recherche}'::text[] = to_jsonb(old) - '{avant,apres,recherche}'::text[]
      and not exists (select from clients c where c.id = old.objet_id)
    then
      return new;
    end if;
  end if;
  raise exception 'the journal is append-only' using errcode = 'insufficient_privilege';
end $$;

-- ── The promoter ─────────────────────────────────────────────────────────────────────────────────────────────────
alter table promoteurs
  add column nom_ar text, add column rc text, add column nif text, add column nis text, add column ai text,
  add column agrement text, add column tnpi text,
  add column capital bigint check (capital between 0 and 9999999999999),
  add column couleur text check (couleur ~ '^#[0-9a-f]{6}$'),
  add column logo_id uuid references fichiers;

-- ── Backups and checks ───────────────────────────────────────────────────────────────────────────────────────────
-- Only a nightly backup is that of a day.
alter table sauvegardes
  drop constraint sauvegardes_pkey,
  alter column jour drop not null,
  add column id bigint generated always as identity primary key,
  add constraint sauvegardes_jour unique (jour),
  add column origine text not null default 'nuit' check (origine in ('nuit', 'manuelle', 'commande', 'import')),
  add column verifiee_le timestamptz; -- when the file was read back and its sums compared

-- When the rules that must always hold were looked at, and what was found.
create table verifications (
  id bigint generated always as identity primary key,
  faite_le timestamptz not null default now(),
  duree_ms integer not null check (duree_ms >= 0),
  regles integer not null,
  enfreintes jsonb not null -- [{regle, lignes}]
);

-- ── The client's file ────────────────────────────────────────────────────────────────────────────────────────────
alter table clients
  add column nom_ar text, add column tel2 text, add column naissance_le date, add column naissance_lieu text,
  add column profession text,
  add column situation text check (situation in ('célibataire', 'marié', 'divorcé', 'veuf')),
  add column nin text,
  add column piece_type text check (piece_type in ('carte', 'passeport', 'permis', 'séjour')),
  add column piece_numero text, add column piece_delivree_le date, add column piece_lieu text,
  add column recherche_ar text generated always as (normaliser(nom_ar)) stored,
  -- What two spellings of one phone or number have in common.
  add column tel_cle text generated always as (right(regexp_replace(tel, '[^0-9]', '', 'g'), 9)) stored,
  add column tel2_cle text generated always as (right(regexp_replace(tel2, '[^0-9]', '', 'g'), 9)) stored,
  add column nin_cle text generated always as (upper(regexp_replace(nin, '[^[:alnum:]]', '', 'g'))) stored,
  add column piece_cle text generated always as (upper(regexp_replace(piece_numero, '[^[:alnum:]]', '', 'g'))) stored;
create index clients_tel on clients (tel_cle);
create index clients_tel2 on clients (tel2_cle);
create index clients_nin on clients (nin_cle);
create index clients_piece on clients (piece_cle);
create index clients_recherche_ar on clients using gin (recherche_ar gin_trgm_ops);

-- Who buys with the client of a vente. His own share is what theirs leave.
create table co_acquereurs (
  vente_id bigint not null references ventes on delete cascade,
  client_id bigint not null constraint co_acquereurs_client references clients,
  part integer not null check (part between 1 and 9999), -- hundredths of a percent
  primary key (vente_id, client_id)
);
create index co_acquereurs_par_client on co_acquereurs (client_id);

-- A scan in the file of a client or of a vente. Its type is one of the settings.
create table pieces (
  id bigint generated always as identity primary key,
  client_id bigint constraint pieces_client references clients,
  vente_id bigint constraint pieces_vente references ventes,
  type text not null,
  fichier_id uuid not null unique references fichiers,
  note text check (note <> ''),
  membre_nom text not null,
  cree_le timestamptz not null default now(),
  check (num_nonnulls(client_id, vente_id) = 1)
);
create index pieces_par_client on pieces (client_id);
create index pieces_par_vente on pieces (vente_id);

-- ── Papers and codes ─────────────────────────────────────────────────────────────────────────────────────────────
-- Twelve letters, 60 bits of chance: the bytes of a uuid but those that say its version. No I, L, O, U: they are taken for others.
create function code_nouveau() returns text
language sql volatile parallel safe
return (
  select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (get_byte(u.octets, n) & 31) + 1, 1), '' order by n)
  from (select uuid_send(gen_random_uuid()) as octets) u, unnest(array[0, 1, 2, 3, 4, 5, 7, 9, 10, 11, 12, 13]) n);

-- A paper as it was issued: modele holds every text of it.
create table documents (
  id bigint generated always as identity primary key,
  serie text not null check (serie in ('AP', 'CR', 'AF', 'MD', 'PV', 'DC')),
  annee integer not null,
  numero integer not null check (numero >= 1),
  langue text not null check (langue in ('fr', 'ar')),
  vente_id bigint not null constraint documents_vente references ventes,
  etabli_le date not null,
  montant bigint check (montant >= 0),
  modele jsonb not null,
  code text not null unique default code_nouveau(),
  annule_le timestamptz,
  motif text,
  membre_nom text not null,
  cree_le timestamptz not null default now(),
  unique (serie, annee, numero),
  check ((annule_le is null) = (motif is null))
);
create index documents_par_vente on documents (vente_id, id);

-- Volatile, so that each payment there is gets one of its own.
alter table paiements add column code text not null default code_nouveau() constraint paiements_code unique;

-- The code of a payment that was deleted still answers: a genuine receipt was cancelled, it is not unknown.
create table codes_eteints (
  code text primary key,
  numero text not null,
  jour date not null,
  montant bigint not null,
  bien text not null,
  client text not null, -- initials
  eteint_le timestamptz not null default now()
);

-- The address of a client's own page; the database knows only its sha256.
create table liens_clients (
  id bigint generated always as identity primary key,
  client_id bigint not null references clients on delete cascade,
  empreinte bytea not null unique check (octet_length(empreinte) = 32),
  membre_nom text not null,
  cree_le timestamptz not null default now(),
  expire_le timestamptz not null,
  revoque_le timestamptz,
  vu_le timestamptz,
  vues integer not null default 0,
  echecs integer not null default 0
);
create unique index liens_un_vivant on liens_clients (client_id) where revoque_le is null;
create index liens_par_client on liens_clients (client_id);
