-- The nightly backups this installation has made: of several servers on one database, the one that writes the day has made it.
create table sauvegardes (
  jour date primary key, -- in Algiers
  fichier text not null,
  taille bigint not null check (taille > 0),
  sha256 bytea not null check (octet_length(sha256) = 32),
  faite_le timestamptz not null default now()
);
