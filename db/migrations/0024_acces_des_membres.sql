-- The day on which an account was first let in, and the day on which it was shut out, until it is let in again (ecrans §11).
alter table membres add active_le timestamptz, add desactive_le timestamptz;

-- Of those who are active nobody knows the day. A disabled one was active when the journal says that somebody disabled it.
update membres set active_le = now() where actif;
update membres m set active_le = j.premier, desactive_le = j.dernier
  from (select objet_id, min(quand) as premier, max(quand) as dernier
    from journal where objet = 'membre' and action = 'désactiver' group by objet_id) j
  where j.objet_id = m.id and not m.actif;

-- Both days follow from « actif », whoever writes it.
create function dater_acces() returns trigger language plpgsql as $$
begin
  if new.actif then
    new.active_le := coalesce(new.active_le, now());
    new.desactive_le := null;
  elsif tg_op = 'UPDATE' and old.actif then
    new.desactive_le := now();
  end if;
  return new;
end $$;
create trigger membres_acces before insert or update of actif on membres for each row execute function dater_acces();
