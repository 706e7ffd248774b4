-- Which installation this is, in one row. The store of its plans bears the same id, so that no other database ever takes them for its own.
create table installation (
  seule boolean primary key default true check (seule),
  id uuid not null default gen_random_uuid()
);
insert into installation default values;
