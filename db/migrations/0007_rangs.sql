-- Numbers of lots and locaux, and names of blocs, as one would put them in order: A2 before A10. Each number in a folded text is written
-- with fourteen digits, so that signs compared one by one give that order whatever the database's own; an index takes 300 of them.
create function ranger(texte text) returns text
language sql immutable strict parallel safe
return left(regexp_replace(regexp_replace(texte, '([0-9]+)', '0000000000000\1', 'g'), '[0-9]*([0-9]{14})', '\1', 'g'), 300);

alter table blocs add column rang text collate "C" not null generated always as (ranger(normaliser(nomloc))) stored;
alter table appartements add column rang text collate "C" not null generated always as (ranger(normaliser(num_lot))) stored;
create index appartements_ordre on appartements (rang, id);
alter table locaux add column rang text collate "C" not null generated always as (ranger(normaliser(num))) stored;
create index locaux_ordre on locaux (rang, id);
