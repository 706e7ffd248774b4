-- An account that somebody made for himself and that nobody has let in yet: their number is bound, and one older than thirty days falls.
alter table membres add attend boolean not null default false;

-- An older one is told by the journal from an account that a member made.
update membres m set attend = true
  where not actif and active_le is null
    and exists (select from journal j where j.objet = 'membre' and j.action = 'inscrire' and j.objet_id = m.id);

alter table membres add constraint membres_attend check (not attend or active_le is null);
create index membres_attente on membres (cree_le) where attend;

-- Whoever is let in waits no more, whoever writes it.
create or replace function dater_acces() returns trigger language plpgsql as $$
begin
  if new.actif then
    new.active_le := coalesce(new.active_le, now());
    new.desactive_le := null;
    new.attend := false;
  elsif tg_op = 'UPDATE' and old.actif then
    new.desactive_le := now();
  end if;
  return new;
end $$;
