-- What an accountant and a director ask at the end of a month and of a year: who is owed, what the bank has seen, who sold, what the till held.
lock table ventes, paiements, remises, remboursements, residences, bons in share row exclusive mode;

-- ── Payments: the account they came to, the droit de timbre, one cheque for several biens, what the bank's relevé shows ─────────────────
create table groupes (
  id bigint generated always as identity primary key,
  cree_le timestamptz not null default now()
);
alter table paiements
  add column compte_id bigint constraint paiements_compte references comptes_bancaires,
  add column groupe_id bigint constraint paiements_groupe references groupes,
  add column timbre bigint check (timbre >= 0), -- never part of versement; null: none is reckoned
  add column vu_le date,
  add column rejet_vu_le date,
  -- A cheque that was cleared without a remise went to some account.
  add constraint paiements_sur_compte check (compte_id is null or mode in ('virement', 'versement_bancaire')
    or (mode = 'cheque' and remise_id is null and encaisse_le is not null));
create index paiements_par_groupe on paiements (groupe_id, id) where groupe_id is not null;
create index paiements_par_compte on paiements (compte_id, date_paiement, id) where compte_id is not null;
alter table remises add column vu_le date;
alter table remboursements
  add column compte_id bigint constraint remboursements_compte references comptes_bancaires,
  add column vu_le date;
create index remboursements_par_compte on remboursements (compte_id) where compte_id is not null;

-- What was ticked on a relevé and changes was not seen as it is now.
create function depointer_paiement() returns trigger language plpgsql as $$
begin
  if (new.versement, new.date_paiement, new.mode, new.compte_id, new.remise_id, new.encaisse_le is null)
      is distinct from (old.versement, old.date_paiement, old.mode, old.compte_id, old.remise_id, old.encaisse_le is null)
      or (new.remise_id is null and new.encaisse_le is distinct from old.encaisse_le) then
    new.vu_le := null;
    new.rejet_vu_le := null;
  elsif (new.rejete_le, new.frais_rejet) is distinct from (old.rejete_le, old.frais_rejet) then
    new.rejet_vu_le := null;
  end if;
  return new;
end $$;
create trigger depointer before update on paiements
  for each row when (old.vu_le is not null or old.rejet_vu_le is not null) execute function depointer_paiement();
-- The payments of a group are one line of the relevé: it was not seen with the amount that one of them changes or takes away.
create function depointer_groupe() returns trigger language plpgsql as $$
begin
  update paiements set vu_le = null where groupe_id = old.groupe_id and vu_le is not null;
  return null;
end $$;
create trigger depointer_groupe after update of versement on paiements
  for each row when (old.groupe_id is not null and old.vu_le is not null and old.versement <> new.versement) execute function depointer_groupe();
create trigger depointer_groupe_reduit after delete on paiements
  for each row when (old.groupe_id is not null and old.vu_le is not null) execute function depointer_groupe();
create function depointer_remises() returns trigger language plpgsql as $$
begin
  update remises set vu_le = null where vu_le is not null
    and id in (select r from unnest(array[old.remise_id, new.remise_id]) r);
  return null;
end $$;
create trigger depointer_remises after update on paiements
  for each row when (old.remise_id is distinct from new.remise_id and old.remise_id is not null
    or old.remise_id is not null and old.versement <> new.versement) execute function depointer_remises();

-- ── Who sold ─────────────────────────────────────────────────────────────────────────────────────────────────────
alter table ventes
  add column vendeur_id bigint constraint ventes_vendeur references membres on delete set null,
  add column vendeur text check (vendeur <> ''), -- his name stays when he is deleted
  -- After the price agreed at its opening is written, so that this price is that of the sale from its first moment on.
  alter column ouverte_le set default clock_timestamp();
alter table ventes disable trigger user;
-- An import's line has the end of the sale in it; who imported did not sell.
update ventes v set vendeur_id = (select m.id from membres m where m.id = j.membre_id), vendeur = nullif(j.membre_nom, '')
  from (select distinct on (objet_id) objet_id, membre_id, membre_nom, apres from journal
    where objet = 'vente' and action = 'assigner' order by objet_id, id) j
  where j.objet_id = v.id and not j.apres ? 'terminee_le';
alter table ventes enable trigger user;
create index ventes_par_vendeur on ventes (vendeur_id) where vendeur_id is not null;

-- ── What a residence costs: bons, whom they are owed to, what is paid of them ───────────────────────────────────
alter table residences add column budget bigint check (budget > 0);
alter table bons
  add column residence_id bigint constraint bons_residence references residences,
  add column fournisseur text check (fournisseur <> '');
-- The search finds a bon by whom it is owed to as well as by its reference.
alter table bons
  drop column recherche,
  add column recherche text not null generated always as (normaliser(reference || coalesce(' ' || fournisseur, ''))) stored;
create index bons_recherche on bons using gin (recherche gin_trgm_ops);
create index bons_par_residence on bons (residence_id, date_bon) where residence_id is not null;
create index bons_par_jour on bons (date_bon, id) include (categorie_bon_id, residence_id);
create index bons_par_fournisseur on bons (normaliser(fournisseur), date_bon, id);
create table reglements (
  id bigint generated always as identity primary key,
  bon_id bigint not null constraint reglements_bon references bons,
  date_reglement date not null,
  montant bigint not null check (montant > 0),
  mode text not null check (mode in ('virement', 'cheque', 'versement_bancaire', 'especes', 'autre')),
  compte_id bigint constraint reglements_compte references comptes_bancaires,
  banque text,
  reference text,
  details text,
  vu_le date,
  cree_le timestamptz not null default now()
);
create index reglements_par_bon on reglements (bon_id, date_reglement, id) include (montant);
create index reglements_par_jour on reglements (date_reglement, id) include (bon_id, montant, mode);
create index reglements_par_compte on reglements (compte_id) where compte_id is not null;

-- ── The signed count of a member's cash of a day ─────────────────────────────────────────────────────────────────
create table clotures (
  id bigint generated always as identity primary key,
  annee integer not null,
  numero integer not null,
  jour date not null,
  membre_id bigint constraint clotures_membre references membres on delete set null,
  membre_nom text not null,
  nombre integer not null,
  especes bigint not null,
  timbre bigint not null,
  sorties bigint not null,
  trouve bigint not null check (trouve >= 0),
  note text,
  etablie_par text not null,
  cree_le timestamptz not null default now(),
  constraint clotures_numero unique (annee, numero)
);
create index clotures_par_jour on clotures (jour, membre_id, id);
-- Cash that left a till is known by who recorded it, which the journal alone says.
create index journal_sorties on journal (quand) where objet in ('remboursement', 'reglement') and action = 'ajouter';
create index clotures_par_membre on clotures (membre_id) where membre_id is not null;

-- ── Reports add up by sale first, out of these indexes alone ─────────────────────────────────────────────────────
drop index paiements_par_vente;
create index paiements_par_vente on paiements (vente_id, date_paiement, id) include (versement, mode, rejete_le, recu_annee);
create index paiements_timbres on paiements (date_paiement) include (vente_id, timbre) where timbre > 0;
drop index cheques_recus, cheques_remis, cheques_encaisses, cheques_rejetes;
create index cheques_recus on paiements (date_cheque, id) include (versement, vente_id, groupe_id)
  where mode = 'cheque' and remise_id is null and encaisse_le is null and rejete_le is null;
create index cheques_remis on paiements (remise_id, id) include (versement, vente_id, groupe_id)
  where remise_id is not null and encaisse_le is null and rejete_le is null;
create index cheques_encaisses on paiements (encaisse_le, id) include (versement, vente_id, groupe_id)
  where encaisse_le is not null and rejete_le is null;
create index cheques_rejetes on paiements (rejete_le, id) include (versement, vente_id, groupe_id) where rejete_le is not null;
create index ventes_biens on ventes (id) include (bien_id);
create index biens_lieux on biens (id) include (residence_id, type);
create index echeances_restantes on echeances (vente_id) include (montant, couvert, exigible_le, prevue_le, attend_contrat)
  where ouverte and couvert < montant;
