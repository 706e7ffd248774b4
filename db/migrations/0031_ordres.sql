-- The list of payments in the order of their amounts.
create index paiements_par_montant on paiements (versement, id);
-- What the valid receipts of a year come to.
create index recus_valides on paiements (recu_annee, recu_numero) include (versement) where rejete_le is null;
