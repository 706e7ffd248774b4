-- Who noted a relance, and may take it back on the same day; null for those noted before.
alter table relances add column membre_id bigint;
