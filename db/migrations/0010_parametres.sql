-- What the firm sets for itself, a row for each section of its settings; a section without a row was never saved and has its defaults.
create table parametres (
  section text primary key,
  -- Its fields as features/parametres/parametres.sections.ts holds them: amounts in centimes.
  valeur jsonb not null check (jsonb_typeof(valeur) = 'object'),
  version integer not null default 1
);
