-- What a payment costs, and what grew with the portfolio (docs/decisions/0105).
lock table ventes in share row exclusive mode;

-- ── Planned once ─────────────────────────────────────────────────────────────────────────────────────────────────
-- Of an array PostgreSQL knows the length when it plans for this call alone: that plan looks cheaper at every call, and takes longer to make
-- than to run. A payment is of one vente, whose plan serves all others.
alter function rafraichir_echeances(bigint[]) rename to rafraichir_echeances_ensemble;
create function rafraichir_echeances(des_ventes bigint[]) returns void language plpgsql as $$
declare une bigint := des_ventes[1];
begin
  if cardinality(des_ventes) <> 1 then
    perform rafraichir_echeances_ensemble(des_ventes);
    return;
  end if;
  update echeances e set couvert = c.couvert, exigible_le = c.exigible_le, ouverte = c.ouverte
    from echeances_calculees c
    where c.vente_id = une and e.vente_id = une and c.id = e.id
      and (e.couvert, e.exigible_le, e.ouverte) is distinct from (c.couvert, c.exigible_le, c.ouverte);
  if exists (select from ventes v where v.id = une and v.planifiee <> exists (select from echeances e where e.vente_id = une)) then
    update ventes set planifiee = not planifiee where id = une;
  end if;
end $$;

-- Nor is a month that may be null planned for at each call: each of both has its plan, by the same index.
create or replace function cumuler(cle text, du_mois date, d_nombre bigint, d_prix bigint, d_paye bigint) returns void
language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  if d_nombre = 0 and d_prix = 0 and d_paye = 0 then return; end if;
  if du_mois is null then
    update cumuls set nombre = nombre + d_nombre, prix = prix + d_prix, paye = paye + d_paye
      where id = (select id from cumuls where quoi = cle and mois is null limit 1 for update skip locked);
  else
    update cumuls set nombre = nombre + d_nombre, prix = prix + d_prix, paye = paye + d_paye
      where id = (select id from cumuls where quoi = cle and mois = du_mois limit 1 for update skip locked);
  end if;
  if not found then
    insert into cumuls (quoi, mois, nombre, prix, paye) values (cle, du_mois, d_nombre, d_prix, d_paye);
  end if;
end $$;

-- The bloc of a bien is read in place: a function with a statement of its own was begun anew for each line of each payment.
create or replace view echeances_calculees as
select e.id, e.vente_id, v.terminee_le is null as ouverte,
  least(e.montant, greatest(0, v.total_paye - (sum(e.montant) over (partition by e.vente_id order by e.rang) - e.montant)))::bigint as couvert,
  case e.declencheur when 'date' then e.date_prevue when 'reservation' then v.reservation_le when 'contrat' then v.contrat_le
    when 'livraison' then v.livraison_le
    else (select greatest(a.atteint_le, coalesce(v.contrat_le, v.reservation_le)) from stades_atteints a
      where a.stade_id = e.stade_id and a.bloc_id = coalesce(
        (select t.bloc_id from appartements p join etages t on t.id = p.etage_id where p.id = v.bien_id),
        (select l.bloc_id from locaux l where l.id = v.bien_id))) end as exigible_le
from echeances e join ventes v on v.id = e.vente_id;

-- ── Open ventes of which something remains ───────────────────────────────────────────────────────────────────────
-- Their list, by what remains, says how many there are: they were counted at each page. A payment moves the number when it is the last one.
create function cumuler_restes() returns trigger language plpgsql as $$
declare ecart bigint := 0;
begin
  if tg_op <> 'DELETE' then ecart := (select count(*) from apres where terminee_le is null and prix > total_paye); end if;
  if tg_op <> 'INSERT' then ecart := ecart - (select count(*) from avant where terminee_le is null and prix > total_paye); end if;
  if ecart <> 0 then perform cumuler('ventes avec reste', null, ecart, 0, 0); end if;
  return null;
end $$;
create trigger cumuler_restes_ajouts after insert on ventes referencing new table as apres for each statement execute function cumuler_restes();
create trigger cumuler_restes_suppressions after delete on ventes referencing old table as avant for each statement execute function cumuler_restes();
create trigger cumuler_restes_changements after update on ventes referencing old table as avant new table as apres
  for each statement execute function cumuler_restes();
drop trigger cumuler_vidage on ventes;
create trigger cumuler_vidage after truncate on ventes
  for each statement execute function cumuls_a_zero('ventes ouvertes', 'ventes terminees', 'ventes avec reste');

insert into cumuls (quoi, mois, nombre, prix, paye)
  select 'ventes avec reste', null, count(*), 0, 0 from ventes where terminee_le is null and prix > total_paye;
