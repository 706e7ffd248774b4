-- What papers say of a buyer, a company, the promoter, a résidence, its blocs and their guarantee; names in Arabic. Null: as before.
lock table clients, promoteurs, residences, blocs, etages, parkings, stades, echeances, documents, paiements, remboursements
  in share row exclusive mode;

alter table clients
  add column genre text check (genre in ('homme', 'femme', 'societe')),
  add column adresse_ar text,
  add column naissance_lieu_ar text,
  add column rc text,
  add column nif text,
  add column representant text,
  add column representant_ar text,
  add column representant_qualite text,
  add column representant_qualite_ar text;
alter table promoteurs
  add column adresse_ar text,
  add column representant text,
  add column representant_ar text,
  add column representant_qualite text,
  add column representant_qualite_ar text;

-- The legal file of a résidence has a version of its own: who edits it does not meet who edits the card.
alter table residences
  add column nom_ar text,
  add column adresse_ar text,
  add column permis_numero text,
  add column permis_le date,
  add column permis_autorite text,
  add column terrain_acte text,
  add column terrain_le date,
  add column version_legale integer not null default 1;
alter table blocs
  add column nom_ar text,
  add column garantie_numero text,
  add column garantie_police text,
  add column garantie_le date,
  add column garantie_au date,
  add column livraison_prevue_le date,
  add constraint blocs_garantie
    check ((garantie_numero is null) = (garantie_le is null) and (garantie_au is null or garantie_au >= garantie_le));
alter table etages add column designation_ar text;
alter table parkings add column nom_ar text;

alter table stades add column nom_ar text;
alter table echeances add column libelle_ar text;
update stades s set nom_ar = n.nom_ar
from (values ('Fondations achevées', 'انتهاء الأساسات'), ('Gros œuvre achevé', 'انتهاء الأشغال الكبرى'),
  ('Tous corps d''état achevés', 'انتهاء جميع الأشغال')) n (nom, nom_ar)
where s.nom = n.nom;
-- Lines of échéanciers and modèles that still bear the French names they were proposed with.
update echeances e set libelle_ar = n.libelle_ar
from (values ('Signature du contrat', 'توقيع العقد'), ('Fondations achevées', 'انتهاء الأساسات'),
  ('Gros œuvre achevé', 'انتهاء الأشغال الكبرى'), ('Tous corps d''état achevés', 'انتهاء جميع الأشغال'),
  ('Remise des clés', 'تسليم المفاتيح')) n (libelle, libelle_ar)
where e.libelle = n.libelle;
update parametres p set valeur = jsonb_set(p.valeur, '{modeles}', m.modeles)
from (
  select jsonb_agg(jsonb_set(modele, '{lignes}', (
    select jsonb_agg(case when n.libelle_ar is null then ligne else ligne || jsonb_build_object('libelle_ar', n.libelle_ar) end order by rang)
    from jsonb_array_elements(modele -> 'lignes') with ordinality l (ligne, rang)
    left join (values ('Signature du contrat', 'توقيع العقد'), ('Fondations achevées', 'انتهاء الأساسات'),
      ('Gros œuvre achevé', 'انتهاء الأشغال الكبرى'), ('Tous corps d''état achevés', 'انتهاء جميع الأشغال'),
      ('Remise des clés', 'تسليم المفاتيح')) n (libelle, libelle_ar) on n.libelle = ligne ->> 'libelle'))
    order by place) as modeles
  from parametres, jsonb_array_elements(valeur -> 'modeles') with ordinality e (modele, place)
  where section = 'modeles') m
where p.section = 'modeles' and m.modeles is not null;

-- An attestation of the progress of works (AV) is of a bloc, and of a sale when it names one; every other paper is of a sale.
alter table documents
  alter column vente_id drop not null,
  add column bloc_id bigint constraint documents_bloc references blocs,
  add column imprime_le timestamptz,
  drop constraint documents_serie_check,
  add constraint documents_serie_check check (serie in ('AP', 'CR', 'AF', 'MD', 'PV', 'DC', 'AR', 'AV')),
  add constraint documents_objet check ((bloc_id is not null) = (serie = 'AV') and (vente_id is not null or serie = 'AV'));
create index documents_par_bloc on documents (bloc_id, id) where bloc_id is not null;

-- The first print that was given out: the ones after it are duplicata.
alter table paiements add column imprime_le timestamptz;
alter table remboursements add column imprime_le timestamptz;
