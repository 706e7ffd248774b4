-- Each closing of a buyer's page ends what was opened before: openings are signed with their number.
alter table liens_clients add column fermetures integer not null default 0 check (fermetures >= 0);
