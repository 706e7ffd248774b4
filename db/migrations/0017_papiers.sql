-- A décompte is an attestation of the whole price (« solde »), that of a sale that ended (« fin »), or plain: what it keeps as its
-- amount does not tell them apart. Nothing is left to pay while a cheque is on its way; that is no attestation.
alter table documents add column variante text check (variante in ('solde', 'fin')),
  -- Whether its strings name the birth and the identity paper of a buyer.
  add column identite boolean not null default false,
  add constraint documents_variante check (variante is null or serie = 'DC'),
  add constraint documents_solde check (variante is distinct from 'solde' or montant is not distinct from 0);
update documents set variante = 'solde' where serie = 'DC' and montant = 0;
update documents set identite = true where serie in ('AP', 'CR', 'PV', 'DC');
