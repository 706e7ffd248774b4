-- One spelling of what people write alike: apostrophes, quotes, hyphens and blanks of a phone, of Word and of a keyboard; a search that
-- leaves out blanks; numbers of lots without signs that nobody sees.

-- ── Folding ──────────────────────────────────────────────────────────────────────────────────────────────────────
-- Arabic presentation forms, and Latin ligatures out of a PDF, as the letters they stand for. Nothing else may be decomposed this far:
-- « m² » is not « m2 », nor is a prime two.
create function detacher_lettres(texte text) returns text
language plpgsql immutable strict parallel safe as $$
begin
  if texte !~ '[\uFB00-\uFB06\uFB50-\uFDFF\uFE70-\uFEFC]' then
    return texte;
  end if;
  return (
    select string_agg(case when c ~ '[\uFB00-\uFB06\uFB50-\uFDFF\uFE70-\uFEFC]' then normalize(c, NFKD) else c end, '' order by n)
    from regexp_split_to_table(texte, '') with ordinality as t (c, n));
end $$;

-- Folds a text for searching; shared/texte.ts does the same in the browser, and a test compares them sign by sign.
create or replace function normaliser(texte text) returns text
language sql immutable strict parallel safe
return btrim(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
  replace(replace(replace(lower(translate(
    regexp_replace(normalize(detacher_lettres(texte), NFD), '[\u0300-\u036F\u064B-\u065F\u0670\u0640\u200C\u200D\uFE00-\uFE0F]', '', 'g'),
    U&'\0622\0623\0625\0629\0649', U&'\0627\0627\0627\0647\064A')), 'œ', 'oe'), 'æ', 'ae'), 'ß', 'ss'),
  '[`\u00B4\u02BB-\u02BD\u055A\u07F4\u07F5\u2018-\u201B\u2039\u203A\u275B\u275C\u275F\u276E\u276F\uFF07]', '''', 'g'),
  '[\u00AB\u00BB\u02EE\u201C-\u201F\u275D\u275E\u2E42\u300C-\u300F\u301D-\u301F\uFE41-\uFE44\uFF02\uFF62\uFF63]', '"', 'g'),
  '[\u058A\u05BE\u1400\u1806\u2010-\u2015\u2043\u2E17\u2E1A\u2E3A\u2E3B\u2E40\u2E5D\u301C\u3030\u30A0\uFE31\uFE32\uFE58\uFE63\uFF0D\U00010D6E\U00010EAD]', '-', 'g'),
  '[\t\n\v\f\r \u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]+', ' ', 'g'));

-- Two accounts that differ by the kind of their hyphens or blanks were two and would be one: nobody but the promoter knows which is right.
do $$
declare
  pareils text;
begin
  select string_agg(format('« %s » (%s)', numero, banque), ' et ' order by id) into pareils
  from comptes_bancaires group by translate(normaliser(numero), ' -./', '') having count(*) > 1 limit 1;
  if pareils is not null then
    raise exception 'les comptes bancaires % ont le même numéro, aux tirets et aux espaces près : démarrez la version précédente de Diyar, corrigez l''un des deux dans Paramètres, puis recommencez.', pareils;
  end if;
end $$;

-- ── Numbers of lots and locaux ───────────────────────────────────────────────────────────────────────────────────
-- A number as it is kept: each run of blanks is one ordinary blank, and no sign is without a look. shared/texte.ts does the same
-- (`cleanNumero`).
create function epurer_numero(numero text) returns text
language sql immutable strict parallel safe
return btrim(normalize(regexp_replace(regexp_replace(numero,
  '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]',
  '', 'g'),
  '[ \u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u2800\u3000]+', ' ', 'g'), NFC));

-- A number that then meets another stays as it was typed, and `npm run verifier` names both: which of the two lots is meant is not known here.
update appartements a set num_lot = n.net
from (
  select id, epurer_numero(num_lot) as net, count(*) over (partition by etage_id, lower(epurer_numero(num_lot))) as pareils
  from appartements) n
where n.id = a.id and n.net <> a.num_lot and n.net <> '' and n.pareils = 1;
update locaux l set num = n.net
from (
  select id, epurer_numero(num) as net, count(*) over (partition by bloc_id, lower(epurer_numero(num))) as pareils
  from locaux) n
where n.id = l.id and n.net <> l.num and n.net <> '' and n.pareils = 1;

-- ── What was folded before ───────────────────────────────────────────────────────────────────────────────────────
-- A row that is written again computes its fold again; the others are read and left alone.
drop index comptes_bancaires_numero, paiements_par_reference, cheques_par_numero;
update residences set nom = nom where recherche <> normaliser(nom);
update blocs set nomloc = nomloc where recherche <> normaliser(nomloc);
update etages set designation = designation where recherche <> normaliser(designation);
update appartements set num_lot = num_lot where recherche <> normaliser(num_lot);
update locaux set num = num where recherche <> normaliser(num);
update parkings set parking_nom = parking_nom where recherche <> normaliser(parking_nom);
update clients set nom_complet = nom_complet, nom_ar = nom_ar
where recherche <> normaliser(nom_complet) or recherche_ar <> normaliser(nom_ar);
update options set nom = nom where recherche <> normaliser(nom);
update bons set reference = reference where recherche <> normaliser(reference);
update lignes set designation = designation where recherche <> normaliser(designation);
-- A line of the journal is never written again, so the column is made anew.
alter table journal drop column recherche;
alter table journal add column recherche text not null generated always as (journal_mots(avant, apres)) stored;
create index journal_recherche on journal using gin (journal_lettres(recherche) gin_trgm_ops);

create unique index comptes_bancaires_numero on comptes_bancaires (translate(normaliser(numero), ' -./', ''));
create index paiements_par_reference on paiements using gin (normaliser(reference) gin_trgm_ops) where reference is not null;
create index cheques_par_numero on paiements (replace(normaliser(reference), ' ', '')) where mode = 'cheque' and reference is not null;

-- ── A second key of names ────────────────────────────────────────────────────────────────────────────────────────
-- « Abd El Kader » is also looked up as « abdelkader » (server/database/lists.ts). Arabic letters are written with capitals, which a folded
-- name has none of and of which trigrams are made in every locale; there are fewer capitals, and the three rarest letters stay.
create function lettres_serrees(serre text) returns text
language sql immutable parallel safe
return translate(serre, 'ابتثجحخدرزسشصضطعغفقكلمنهوي', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ');
-- A folded name from each of its words on, without what parts these, and a blank before each: « abd el kader » gives
-- « abdelkader elkader kader ». What is looked for has 82 signs at most (`readMotsSerres` in shared/texte.ts).
create function serrer(plie text) returns text
language plpgsql immutable strict parallel safe as $$
declare
  -- A folded name has no line end.
  mots constant text[] := string_to_array(regexp_replace(plie, '([] ()[/.,;:_''"°·-])(?=[^ ''-])', E'\\1\n', 'g'), E'\n');
  suite text := '';
  serre text := '';
begin
  for n in reverse cardinality(mots)..1 loop
    suite := translate(mots[n], ' ''-', '') || suite;
    serre := ' ' || case when n = 1 then suite else left(suite, 82) end || serre;
  end loop;
  return lettres_serrees(serre);
end $$;
alter table residences add column serre text not null generated always as (serrer(normaliser(nom))) stored;
alter table blocs add column serre text not null generated always as (serrer(normaliser(nomloc))) stored;
alter table parkings add column serre text not null generated always as (serrer(normaliser(parking_nom))) stored;
alter table options add column serre text not null generated always as (serrer(normaliser(nom))) stored;
alter table clients
  add column serre text not null generated always as (serrer(normaliser(nom_complet))) stored,
  add column serre_ar text generated always as (serrer(normaliser(nom_ar))) stored;
create index residences_serre on residences using gin (serre gin_trgm_ops);
create index blocs_serre on blocs using gin (serre gin_trgm_ops);
create index parkings_serre on parkings using gin (serre gin_trgm_ops);
create index options_serre on options using gin (serre gin_trgm_ops);
create index clients_serre on clients using gin (serre gin_trgm_ops);
create index clients_serre_ar on clients using gin (serre_ar gin_trgm_ops);
