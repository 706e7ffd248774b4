-- The day, in Algiers, on which what the receipt of a payment says was last corrected: its amount, its day, its bien or its client.
alter table paiements add column rectifie_le date;
-- What was corrected before stands in the journal.
update paiements p set rectifie_le = c.jour
from (
  select objet_id, (max(quand) at time zone 'Africa/Algiers')::date as jour from journal
  where objet = 'paiement' and action = 'modifier'
    and (avant->>'versement', avant->>'date_paiement', avant->>'vente_id')
      is distinct from (apres->>'versement', apres->>'date_paiement', apres->>'vente_id')
  group by objet_id
) c
where p.id = c.objet_id;
