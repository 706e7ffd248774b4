-- Who held a dossier when a payment was recorded or a paper issued is written down then, under the lock of the vente, with the number of
-- changes that the dossier had had: a clock that was put back or forward changes neither (docs/decisions/0119).
alter table paiements
  add column detenteur_id bigint constraint paiements_detenteur references clients,
  add column transferts_avant integer not null default 0;
alter table documents
  add column detenteur_id bigint constraint documents_detenteur references clients,
  add column transferts_avant integer not null default 0;

-- What was there before follows from the two instants, once.
update paiements p set
  detenteur_id = coalesce((
    select t.ancien_client_id from transferts t
    where t.vente_id = p.vente_id and t.nature = 'client' and t.quand > p.cree_le order by t.id limit 1), v.client_id),
  transferts_avant = (select count(*) from transferts t where t.vente_id = p.vente_id and t.quand <= p.cree_le)
from ventes v where v.id = p.vente_id;
update documents d set
  detenteur_id = coalesce((
    select t.ancien_client_id from transferts t
    where t.vente_id = d.vente_id and t.nature = 'client' and t.quand > d.cree_le order by t.id limit 1), v.client_id),
  transferts_avant = (select count(*) from transferts t where t.vente_id = d.vente_id and t.quand <= d.cree_le)
from ventes v where v.id = d.vente_id;

-- A paper of a bloc alone names no dossier.
alter table paiements add constraint paiements_detenteur_connu check (detenteur_id is not null);
alter table documents add constraint documents_detenteur_connu check ((detenteur_id is null) = (vente_id is null));
create index paiements_par_detenteur on paiements (detenteur_id);
create index documents_par_detenteur on documents (detenteur_id) where detenteur_id is not null;

-- A form, a cheque that is represented, an import and a paper all write it here; what is inserted with it, as a restore does, keeps it.
-- A payment that is corrected to another vente is from then on one of the client who holds that one.
create function noter_le_detenteur() returns trigger language plpgsql as $$
begin
  select v.client_id, (select count(*) from transferts t where t.vente_id = v.id)
    into new.detenteur_id, new.transferts_avant from ventes v where v.id = new.vente_id;
  return new;
end $$;
create trigger noter_le_detenteur before insert on paiements
  for each row when (new.detenteur_id is null) execute function noter_le_detenteur();
create trigger noter_l_autre_detenteur before update of vente_id on paiements
  for each row when (new.vente_id <> old.vente_id) execute function noter_le_detenteur();
create trigger noter_le_detenteur before insert on documents
  for each row when (new.detenteur_id is null and new.vente_id is not null) execute function noter_le_detenteur();

-- The change of price that a vente was opened at, and whether there is one to look for: of ventes opened before this nobody knows what
-- was granted.
alter table changements_prix add column vente_id bigint constraint changements_prix_vente references ventes on delete set null;
create index changements_prix_par_vente on changements_prix (vente_id) include (ancien, nouveau) where vente_id is not null;
alter table ventes add column remise_connue boolean not null default false;
alter table ventes alter column remise_connue set default true;
