-- What is kept of people: phones read number by number, erasure that reaches the lines of options, the age of a password.

-- ── Phones ───────────────────────────────────────────────────────────────────────────────────────────────────────
-- The last nine digits of each number that a field holds, as shared/telephone.ts parts them: « 0550 12 34 56 / 0661 98 76 54 » has two.
create function cles_de_telephone(tel text) returns text[]
language plpgsql immutable parallel safe as $$
declare
  morceau text;
  part text;
  entier text;
  chiffres text;
  ailleurs boolean;
  suite text;
  premier text[];
  numeros text[] := '{}';
begin
  foreach morceau in array regexp_split_to_array(coalesce(tel, ''), '\s*(?=\(\+)|(?<!\()\s*(?=\+)') loop
    -- Parted where what stands before is a whole number; else it goes on (« 021/23 45 67 »).
    entier := null;
    foreach part in array regexp_split_to_array(morceau, '\s*/\s*|\s+-\s+') || null::text loop
      chiffres := regexp_replace(entier, '[^0-9]', '', 'g');
      ailleurs := entier ~ '^\D*(\+|00)';
      if entier is null then
        entier := part;
      elsif part is not null
        and length(chiffres) < (case when ailleurs then 11 when chiffres like '0%' then 9 else 8 end)
        and length(chiffres || regexp_replace(part, '[^0-9]', '', 'g')) <= (case when ailleurs then 13 else 10 end)
      then
        entier := entier || '/' || part;
      else
        suite := case when ailleurs then '^((?:\D*\d){11,13})[\s.-]+(?=0(?:\D*\d){8})'
          else '^((?:\D*\d){9,10})[\s.-]+(?=0(?:\D*\d){8})' end;
        loop
          premier := regexp_match(entier, suite);
          exit when premier is null;
          numeros := numeros || premier[1];
          entier := regexp_replace(entier, suite, '');
          suite := case when entier ~ '^\D*(\+|00)' then '^((?:\D*\d){11,13})[\s.-]+(?=0(?:\D*\d){8})'
            else '^((?:\D*\d){9,10})[\s.-]+(?=0(?:\D*\d){8})' end;
        end loop;
        numeros := numeros || entier;
        entier := part;
      end if;
    end loop;
  end loop;
  return array(
    select right(c, 9)
    from (
      select c, rang, row_number() over (order by rang) as n
      from (
        select regexp_replace(numero, '[^0-9]', '', 'g') as c, rang
        from unnest(numeros) with ordinality as t (numero, rang)) lus
      where c <> '') comptes
    where n = 1 or length(c) >= 6
    order by rang);
end $$;

alter table clients
  drop column tel_cle,
  drop column tel2_cle,
  add column tel_cles text[] not null generated always as (cles_de_telephone(tel) || cles_de_telephone(tel2)) stored,
  -- By what it begins with a second phone is looked up.
  add column tel2_cle text generated always as ((cles_de_telephone(tel2))[1]) stored;
create index clients_tel on clients using gin (tel_cles);
create index clients_tel2 on clients (tel2_cle);

-- ── Erasure ──────────────────────────────────────────────────────────────────────────────────────────────────────
-- When whom an option was for was taken out of it.
alter table options add column efface_le timestamptz;

-- What a line says of a bien, without the client whose it was and the option it was under, once these are erased.
create function journal_sans_effaces(ligne jsonb) returns jsonb
language sql stable parallel safe
return ligne
  - case when jsonb_typeof(ligne->'client') = 'object'
      and not exists (select from clients c where c.id = (ligne->'client'->>'id')::bigint) then 'client' else '' end
  - case when jsonb_typeof(ligne->'option') = 'object'
      and not exists (select from options o where o.id = (ligne->'option'->>'id')::bigint and o.efface_le is null)
      then 'option' else '' end;

-- Three changes of a line are let through, each once nobody is left whom it speaks of: what it says of a client and what it says of an
-- option are taken out whole, and client and option out of what it says of a bien. Who, when and what was done stay.
create or replace function journal_est_definitif() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if to_jsonb(new) - '{avant,apres,recherche}'::text[] = to_jsonb(old) - '{avant,apres,recherche}'::text[]
      and (case
        when old.objet = 'client' then new.avant is null and new.apres is null
          and not exists (select from clients c where c.id = old.objet_id)
        when old.objet = 'option' then new.avant is null and new.apres is null
          and not exists (select from options o where o.id = old.objet_id and o.efface_le is null)
        when old.objet in ('appartement', 'local', 'place') then
          new.avant is not distinct from journal_sans_effaces(old.avant)
          and new.apres is not distinct from journal_sans_effaces(old.apres)
        else false
      end)
    then
      return new;
    end if;
  end if;
  raise exception 'the journal is append-only' using errcode = 'insufficient_privilege';
end $$;

-- What was said of clients who were erased before: nothing of it stays with an option of theirs, open or over, nor with what it held.
create temporary table effaces on commit drop as
  select distinct objet_id as client_id from journal where objet = 'client' and action = 'effacer';
create temporary table options_effacees on commit drop as
  select distinct j.objet_id as id from journal j
  join effaces e on e.client_id in ((j.avant->>'client_id')::bigint, (j.apres->>'client_id')::bigint)
  where j.objet = 'option';
update options set motif_fin = null, efface_le = now()
  where client_id is null and nom = 'Client effacé' and id in (select id from options_effacees);
update journal set avant = null, apres = null
  where objet = 'option' and objet_id in (select id from options_effacees) and (avant is not null or apres is not null)
    -- One that somebody else was given afterwards is his.
    and not exists (select from options o where o.id = objet_id and o.efface_le is null);
update journal set avant = journal_sans_effaces(avant), apres = journal_sans_effaces(apres)
  where objet in ('appartement', 'local', 'place')
    and (exists (select from effaces e where e.client_id in ((avant->'client'->>'id')::bigint, (apres->'client'->>'id')::bigint))
      or exists (select from options_effacees o where o.id in ((avant->'option'->>'id')::bigint, (apres->'option'->>'id')::bigint)));

-- ── Members and backups ──────────────────────────────────────────────────────────────────────────────────────────
-- Since when a member has the password he has; null for one that is older than this column.
alter table membres add column mot_de_passe_le timestamptz;
alter table membres alter column mot_de_passe_le set default now();
create index journal_telechargements on journal (quand) where objet = 'sauvegarde' and action = 'télécharger';

-- ── Buyers' links ────────────────────────────────────────────────────────────────────────────────────────────────
-- Revoked because the data were restored: whether it had been revoked since they were saved is not known.
alter table liens_clients add column restaure boolean not null default false;
