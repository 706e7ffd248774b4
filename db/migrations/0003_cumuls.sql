-- What lists, dashboard and recap say of the whole portfolio, kept by deltas as rows come and go (docs/decisions/0040):
-- to count or add it up, every reading would walk it all.
lock table clients, residences, blocs, etages, parkings, biens, appartements, ventes, paiements in share row exclusive mode;

-- A sum is spread over several rows: a writer adds to one that nobody holds, or to a new one, and so waits for nobody.
create table cumuls (
  id bigint generated always as identity primary key,
  quoi text not null,
  mois date, -- first day of the month, for what is summed by month
  nombre bigint not null,
  prix bigint not null,
  paye bigint not null
) with (fillfactor = 50);
create index cumuls_quoi on cumuls (quoi, mois);

-- The clients who own something now. No foreign key: rows follow from ventes, which have theirs.
create table acquereurs (
  client_id bigint primary key,
  ventes bigint not null check (ventes >= 0)
) with (fillfactor = 80);

create function premier_du_mois(jour date) returns date
language sql immutable strict parallel safe
return jour - (extract(day from jour)::integer - 1);

create function cumuler(cle text, du_mois date, d_nombre bigint, d_prix bigint, d_paye bigint) returns void
language plpgsql as $$
begin
  if d_nombre = 0 and d_prix = 0 and d_paye = 0 then return; end if;
  update cumuls set nombre = nombre + d_nombre, prix = prix + d_prix, paye = paye + d_paye
    where id = (select id from cumuls where quoi = cle and mois is not distinct from du_mois limit 1 for update skip locked);
  if not found then
    insert into cumuls (quoi, mois, nombre, prix, paye) values (cle, du_mois, d_nombre, d_prix, d_paye);
  end if;
end $$;

-- ── Numbers of rows ──────────────────────────────────────────────────────────────────────────────────────────────
create function cumuler_lignes() returns trigger language plpgsql as $$
begin
  perform cumuler(tg_table_name::text, null, case tg_op when 'INSERT' then 1 else -1 end * (select count(*) from touchees), 0, 0);
  return null;
end $$;

-- Takes back what is visible rather than delete it, so that a delta in flight elsewhere is neither lost nor kept twice.
create function cumuls_a_zero() returns trigger language plpgsql as $$
declare somme record;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'truncate % in a read committed transaction: an older snapshot does not see what it takes away', tg_table_name;
  end if;
  for somme in select quoi, mois, sum(nombre)::bigint as nombre, sum(prix)::bigint as prix, sum(paye)::bigint as paye
    from cumuls where quoi = any (tg_argv) group by quoi, mois
  loop
    perform cumuler(somme.quoi, somme.mois, -somme.nombre, -somme.prix, -somme.paye);
  end loop;
  if tg_table_name = 'ventes' then delete from acquereurs; end if;
  return null;
end $$;

do $$
declare de text;
begin
  foreach de in array array['residences', 'blocs', 'etages', 'parkings', 'clients', 'biens', 'appartements', 'acquereurs'] loop
    execute format('create trigger cumuler_ajouts after insert on %I referencing new table as touchees for each statement execute function cumuler_lignes()', de);
    execute format('create trigger cumuler_suppressions after delete on %I referencing old table as touchees for each statement execute function cumuler_lignes()', de);
    execute format('create trigger cumuler_vidage after truncate on %I for each statement execute function cumuls_a_zero(%L)', de, de);
  end loop;
end $$;

-- ── Ventes: number, price and payments of the open ones, payments of the ended ones; the clients who own ─────────────
create function cumuler_ventes() returns trigger language plpgsql as $$
declare
  sens bigint := case tg_op when 'INSERT' then 1 else -1 end;
  etat record;
begin
  for etat in select terminee_le is null as ouverte, count(*) as nombre, sum(prix)::bigint as prix, sum(total_paye)::bigint as paye
    from touchees group by 1
  loop
    perform cumuler(case when etat.ouverte then 'ventes ouvertes' else 'ventes terminees' end, null,
      sens * etat.nombre, sens * etat.prix, sens * etat.paye);
  end loop;
  if tg_op = 'INSERT' then
    insert into acquereurs as a (client_id, ventes)
      select client_id, count(*) from touchees where terminee_le is null group by client_id order by client_id
      on conflict (client_id) do update set ventes = a.ventes + excluded.ventes;
  else
    update acquereurs a set ventes = a.ventes - parti.nombre
      from (select client_id, count(*) as nombre from touchees where terminee_le is null group by client_id) parti
      where a.client_id = parti.client_id;
    delete from acquereurs where ventes = 0 and client_id in (select client_id from touchees);
  end if;
  return null;
end $$;

create function cumuler_ventes_changees() returns trigger language plpgsql as $$
declare ecart record;
begin
  for ecart in select ouverte, sum(sens)::bigint as nombre, sum(sens * prix)::bigint as prix, sum(sens * total_paye)::bigint as paye from (
      select terminee_le is null as ouverte, 1 as sens, prix, total_paye from apres
      union all select terminee_le is null, -1, prix, total_paye from avant) changees group by ouverte
  loop
    perform cumuler(case when ecart.ouverte then 'ventes ouvertes' else 'ventes terminees' end, null, ecart.nombre, ecart.prix, ecart.paye);
  end loop;
  -- Most changes are payments: what follows is for a vente that ends, or changes hands.
  -- Grouped, not joined: the plan made for one row is kept, and a join of two such sets row by row would never end on many.
  if not exists (select from (
      select id, client_id, terminee_le is null as ouverte, 1 as sens from apres
      union all select id, client_id, terminee_le is null, -1 from avant) changees
    group by id, client_id, ouverte having sum(sens) <> 0)
  then
    return null;
  end if;
  insert into acquereurs as a (client_id, ventes)
    select client_id, sum(sens) from (
      select client_id, 1 as sens from apres where terminee_le is null
      union all select client_id, -1 from avant where terminee_le is null) changees
    group by client_id having sum(sens) > 0 order by client_id
    on conflict (client_id) do update set ventes = a.ventes + excluded.ventes;
  update acquereurs a set ventes = a.ventes + parti.sens
    from (select client_id, sum(sens) as sens from (
      select client_id, 1 as sens from apres where terminee_le is null
      union all select client_id, -1 from avant where terminee_le is null) changees
      group by client_id having sum(sens) < 0) parti
    where a.client_id = parti.client_id;
  delete from acquereurs where ventes = 0 and client_id in (select client_id from avant);
  for ecart in select premier_du_mois(p.date_paiement) as mois, sum(v.sens)::bigint as nombre, sum(v.sens * p.versement)::bigint as paye
    from paiements p join (
      select id, 1 as sens from apres where terminee_le is null
      union all select id, -1 from avant where terminee_le is null) v on v.id = p.vente_id
    group by 1
  loop
    perform cumuler('encaissements', ecart.mois, ecart.nombre, 0, ecart.paye);
  end loop;
  return null;
end $$;

create trigger cumuler_ajouts after insert on ventes referencing new table as touchees for each statement execute function cumuler_ventes();
create trigger cumuler_suppressions after delete on ventes referencing old table as touchees for each statement execute function cumuler_ventes();
create trigger cumuler_changements after update on ventes referencing old table as avant new table as apres
  for each statement execute function cumuler_ventes_changees();
create trigger cumuler_vidage after truncate on ventes for each statement execute function cumuls_a_zero('ventes ouvertes', 'ventes terminees');

-- ── Payments of the open ventes, by month ────────────────────────────────────────────────────────────────────────
-- The ventes are held meanwhile, as the services already hold them: one that ends waits, and then counts these payments out.
create function cumuler_paiements() returns trigger language plpgsql as $$
declare
  sens bigint := case tg_op when 'INSERT' then 1 else -1 end;
  ecart record;
begin
  perform from ventes where id in (select vente_id from touchees) order by id for no key update;
  for ecart in select premier_du_mois(p.date_paiement) as mois, count(*) as nombre, sum(p.versement)::bigint as paye
    from touchees p join ventes v on v.id = p.vente_id where v.terminee_le is null group by 1
  loop
    perform cumuler('encaissements', ecart.mois, sens * ecart.nombre, 0, sens * ecart.paye);
  end loop;
  return null;
end $$;

create function cumuler_paiements_changes() returns trigger language plpgsql as $$
declare ecart record;
begin
  perform from ventes where id in (select vente_id from avant union select vente_id from apres) order by id for no key update;
  for ecart in select premier_du_mois(p.date_paiement) as mois, sum(p.sens)::bigint as nombre, sum(p.sens * p.versement)::bigint as paye
    from (select 1 as sens, vente_id, date_paiement, versement from apres
      union all select -1, vente_id, date_paiement, versement from avant) p
    join ventes v on v.id = p.vente_id where v.terminee_le is null group by 1
  loop
    perform cumuler('encaissements', ecart.mois, ecart.nombre, 0, ecart.paye);
  end loop;
  return null;
end $$;

create trigger cumuler_ajouts after insert on paiements referencing new table as touchees for each statement execute function cumuler_paiements();
create trigger cumuler_suppressions after delete on paiements referencing old table as touchees for each statement execute function cumuler_paiements();
create trigger cumuler_changements after update on paiements referencing old table as avant new table as apres
  for each statement execute function cumuler_paiements_changes();
create trigger cumuler_vidage after truncate on paiements for each statement execute function cumuls_a_zero('encaissements');

-- ── What is there already ────────────────────────────────────────────────────────────────────────────────────────
insert into acquereurs select client_id, count(*) from ventes where terminee_le is null group by client_id;
insert into cumuls (quoi, mois, nombre, prix, paye)
  select 'residences', null::date, count(*), 0, 0 from residences
  union all select 'blocs', null, count(*), 0, 0 from blocs
  union all select 'etages', null, count(*), 0, 0 from etages
  union all select 'parkings', null, count(*), 0, 0 from parkings
  union all select 'clients', null, count(*), 0, 0 from clients
  union all select 'biens', null, count(*), 0, 0 from biens
  union all select 'appartements', null, count(*), 0, 0 from appartements
  union all select case when terminee_le is null then 'ventes ouvertes' else 'ventes terminees' end, null, count(*), sum(prix), sum(total_paye)
    from ventes group by terminee_le is null
  union all select 'encaissements', premier_du_mois(p.date_paiement), count(*), 0, sum(p.versement)
    from paiements p join ventes v on v.id = p.vente_id where v.terminee_le is null group by 2;
