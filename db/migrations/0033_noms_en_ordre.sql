-- Names of residences and parkings as one would put them in order, as those of blocs: « Tour 2 » before « Tour 10 » (0007).
alter table residences add column rang text collate "C" not null generated always as (ranger(normaliser(nom))) stored;
alter table parkings add column rang text collate "C" not null generated always as (ranger(normaliser(parking_nom))) stored;
