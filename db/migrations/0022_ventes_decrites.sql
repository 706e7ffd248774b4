-- What follows from a sale and its own rows, written once: the share that its client keeps, in hundredths of a percent, what a désistement
-- has given back (0 without one) and has still to give back (null without one), and the cheques that may still be rejected. In centimes.
create view ventes_decrites as
select v.id,
  10000 - (select coalesce(sum(a.part), 0)::integer from co_acquereurs a where a.vente_id = v.id) as part_du_client,
  r.rembourse,
  (select greatest(0, v.total_paye - d.retenue - r.rembourse) from desistements d where d.vente_id = v.id) as a_rembourser,
  (select coalesce(sum(p.versement), 0)::bigint from paiements p
    where p.vente_id = v.id and p.mode = 'cheque' and p.encaisse_le is null and p.rejete_le is null) as en_attente
from ventes v,
  lateral (select coalesce(sum(r.montant), 0)::bigint as rembourse from remboursements r where r.vente_id = v.id) r;
