-- What one looks for besides names: a phone in any spelling, a voucher by its reference or what was bought, a place by its number.
-- Folds a phone to its digits, +213 and 00213 being 0; shared/texte.ts does the same in the browser.
create function plier_telephone(texte text) returns text
language sql immutable strict parallel safe
return regexp_replace(regexp_replace(regexp_replace(texte, '[^0-9+/]', '', 'g'),
  '(^|/)(?:(?:\+|00)213|213(?=0?[0-9]{8,9}(?:/|$)))0?', '\10', 'g'), '\+', '', 'g');

alter table clients add column telephone text not null generated always as (plier_telephone(tel)) stored;
create index clients_telephone on clients using gin (telephone gin_trgm_ops);
alter table bons add column recherche text not null generated always as (normaliser(reference)) stored;
create index bons_recherche on bons using gin (recherche gin_trgm_ops);
alter table lignes add column recherche text not null generated always as (normaliser(designation)) stored;
create index lignes_recherche on lignes using gin (recherche gin_trgm_ops);
create index places_parking_numero on places_parking (numero_place);
