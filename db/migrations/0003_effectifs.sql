-- How many appartements there are, kept as they come and go: to count them, every page of the list would read them all.
create table effectifs (
  objet text primary key,
  nombre bigint not null check (nombre >= 0)
);
insert into effectifs select 'appartements', count(*) from appartements;

create function tenir_effectif() returns trigger language plpgsql as $$
begin
  update effectifs
    set nombre = nombre + case tg_op when 'INSERT' then 1 else -1 end * (select count(*) from touches)
    where objet = tg_table_name;
  return null;
end $$;
create trigger appartements_ajoutes after insert on appartements
  referencing new table as touches for each statement execute function tenir_effectif();
create trigger appartements_supprimes after delete on appartements
  referencing old table as touches for each statement execute function tenir_effectif();
