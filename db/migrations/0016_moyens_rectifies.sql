-- A receipt prints the means of a payment and who paid: what was changed of them before it counted as a correction stands in the journal.
update paiements p set rectifie_le = greatest(p.rectifie_le, c.jour)
from (
  select objet_id, (max(quand) at time zone 'Africa/Algiers')::date as jour from journal
  where objet = 'paiement' and action = 'modifier'
    and (avant->>'versement', avant->>'date_paiement', avant->>'vente_id', avant->>'mode', avant->>'banque', avant->>'reference',
        avant->>'date_cheque', avant->>'payeur_type', avant->>'payeur')
      is distinct from (apres->>'versement', apres->>'date_paiement', apres->>'vente_id', apres->>'mode', apres->>'banque', apres->>'reference',
        apres->>'date_cheque', apres->>'payeur_type', apres->>'payeur')
  group by objet_id
) c
where p.id = c.objet_id and p.rectifie_le is distinct from greatest(p.rectifie_le, c.jour);
