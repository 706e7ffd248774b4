-- The global search finds étages by their designation.
alter table etages add column recherche text not null generated always as (normaliser(designation)) stored;
create index etages_recherche on etages using gin (recherche gin_trgm_ops);
