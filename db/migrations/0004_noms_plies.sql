-- Names of residences and blocs folded once, as those of clients and lots are: a list by bloc folded the name again for every lot.
alter table residences add column recherche text not null generated always as (normaliser(nom)) stored;
alter table blocs add column recherche text not null generated always as (normaliser(nomloc)) stored;
