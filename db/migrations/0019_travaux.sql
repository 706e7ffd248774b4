-- What a server does by itself, and what is known of it after the next start.

-- Who does the work of an import: a server that begins knows at once that the one before it on this machine is no more.
alter table imports
  add column machine text, -- a machine, or a container, while it runs
  add column processus text, -- the process that was asked for the work, told from a later one of the same number
  add constraint imports_travail check (num_nulls(machine, processus) in (0, 2));

-- What did not succeed the last time: a row goes when it does.
create table echecs (
  essai text primary key check (essai in ('sauvegarde', 'controle')),
  survenu_le timestamptz not null,
  texte text not null -- why: the end of a sentence, in French
);
