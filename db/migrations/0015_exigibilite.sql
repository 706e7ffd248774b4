-- When a line on a stade falls due, and which sales have an échéancier.

-- ── Sales with an échéancier ─────────────────────────────────────────────────────────────────────────────────────
-- Kept beside the sale by rafraichir_echeances, which whoever writes lines calls, so that those without are counted out of an index of
-- their own. Nothing of a sale follows from it: its triggers have nothing to do here.
alter table ventes add column planifiee boolean not null default false;
alter table ventes disable trigger user;
update ventes v set planifiee = true where exists (select from echeances e where e.vente_id = v.id);
alter table ventes enable trigger user;
create index ventes_sans_echeancier on ventes (id) where terminee_le is null and prix > 0 and not planifiee;

-- The ventes are held by whoever changes their lines, or what these follow from. The second update is seldom needed, and its statement alone
-- would run the triggers of ventes at every payment.
create or replace function rafraichir_echeances(des_ventes bigint[]) returns void language plpgsql as $$
begin
  update echeances e set couvert = c.couvert, exigible_le = c.exigible_le, ouverte = c.ouverte
    from echeances_calculees c
    where c.vente_id = any (des_ventes) and c.id = e.id
      and (e.couvert, e.exigible_le, e.ouverte) is distinct from (c.couvert, c.exigible_le, c.ouverte);
  if exists (select from ventes v where v.id = any (des_ventes)
      and v.planifiee <> exists (select from echeances e where e.vente_id = v.id)) then
    update ventes v set planifiee = not v.planifiee
      where v.id = any (des_ventes) and v.planifiee <> exists (select from echeances e where e.vente_id = v.id);
  end if;
end $$;

-- ── A stade that was reached before the sale ─────────────────────────────────────────────────────────────────────
-- Nobody is late from a day on which nothing was sold: a line on a stade falls due on the later of its day and that of the contract, else
-- of the réservation. `greatest` ignores nulls: it stands inside the look-up, which finds no row while the stade is not reached.
create or replace view echeances_calculees as
select e.id, e.vente_id, v.terminee_le is null as ouverte,
  least(e.montant, greatest(0, v.total_paye - (sum(e.montant) over (partition by e.vente_id order by e.rang) - e.montant)))::bigint as couvert,
  case e.declencheur when 'date' then e.date_prevue when 'reservation' then v.reservation_le when 'contrat' then v.contrat_le
    when 'livraison' then v.livraison_le
    else (select greatest(a.atteint_le, coalesce(v.contrat_le, v.reservation_le)) from stades_atteints a
      where a.stade_id = e.stade_id and a.bloc_id = bloc_du_bien(v.bien_id)) end as exigible_le
from echeances e join ventes v on v.id = e.vente_id;

-- Those there are follow, so many at a time that no array and no sort grows with the portfolio. Sales are already held by the column above.
do $$
declare lot bigint[]; dernier bigint := 0;
begin
  loop
    lot := array(
      select v.id from ventes v
      where v.id > dernier and exists (select from echeances e where e.vente_id = v.id and e.declencheur = 'stade')
      order by v.id limit 5000);
    exit when lot = '{}';
    perform rafraichir_echeances(lot);
    dernier := lot[cardinality(lot)];
  end loop;
end $$;
