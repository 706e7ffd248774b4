-- What each bien is called and where it is, whatever its kind: one flat row, so that nobody joins the eight tables again.
-- Read it by id, in a subselect for a row of something else (docs/decisions/0066): joined to more tables, the planner reads it whole.
create view biens_decrits as
select b.id, b.type, b.prix,
  coalesce(a.num_lot, l.num, p.numero_place::text) as numero,
  coalesce(a.type_logement, p.type_place) as sorte,
  coalesce(a.surface_habitable + a.surface_utile, l.surface, p.superficie) as surface,
  e.id as etage_id, e.designation as etage,
  o.id as bloc_id, k.id as parking_id, coalesce(o.nomloc, k.parking_nom) as code,
  r.id as residence_id, r.nom as residence
from biens b
left join appartements a on a.id = b.id
left join etages e on e.id = a.etage_id
left join locaux l on l.id = b.id
left join blocs o on o.id = coalesce(e.bloc_id, l.bloc_id)
left join places_parking p on p.id = b.id
left join parkings k on k.id = p.parking_id
left join residences r on r.id = coalesce(o.residence_id, k.residence_id);
