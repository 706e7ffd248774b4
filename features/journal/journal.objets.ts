import {
  champsDeLAppartement,
  champsDeLaPlace,
  champsDuLocal,
  champsDuParking,
} from '#features/biens/biens.champs.ts'
import {
  champsDeLaCategorie,
  champsDeLaLigne,
  champsDuBon,
  champsDuReglement,
} from '#features/charges/charges.champs.ts'
import { champsDeLaRemise } from '#features/cheques/cheques.champs.ts'
import { champsDeLaPiece, champsDuClient } from '#features/clients/clients.champs.ts'
import { champsDuCompteBancaire } from '#features/comptes/comptes.champs.ts'
import { champsDuStade } from '#features/echeanciers/echeanciers.champs.ts'
import { champsDeLaGeneration } from '#features/generation/generation.champs.ts'
import { champsDeLImport } from '#features/imports/imports.champs.ts'
import type { Objet } from '#features/journal/journal.mots.ts'
import {
  bienNamedBy,
  namedBy,
  namedByDossier,
  namedByRecu,
  titreByNumero,
  type Lien,
  type ObjetDeLaBase,
  type ObjetDuJournal,
} from '#features/journal/journal.titres.ts'
import { champsDuMembre } from '#features/membres/membres.champs.ts'
import { champsDeLOption } from '#features/options/options.champs.ts'
import { champsDuPaiement } from '#features/paiements/paiements.champs.ts'
import { champsDuPapier } from '#features/papiers/papiers.champs.ts'
import { champsDesParametres, NOMS_DES_SECTIONS } from '#features/parametres/parametres.champs.ts'
import { champsDeLaRevision } from '#features/prix/prix.champs.ts'
import { champsDuPromoteur } from '#features/promoteur/promoteur.champs.ts'
import { champsDeLaCloture } from '#features/rapports/clotures.champs.ts'
import { champsDeLaSauvegarde } from '#features/sauvegardes/sauvegardes.champs.ts'
import { champsDeLaResidence, champsDeLEtage, champsDuBloc } from '#features/structure/structure.champs.ts'
import {
  champsDeLaRelance,
  champsDeLaVente,
  champsDuDesistement,
  champsDuRemboursement,
} from '#features/ventes/ventes.champs.ts'
import { describeNom, KINDS } from '#shared/champs/kinds.ts'
import { numeroCloture, numeroDePiece, numeroPapier, numeroRemboursement } from '#shared/numero.ts'
import {
  appartementAt,
  blocsOf,
  caisseAt,
  clientAt,
  dossierAt,
  importAt,
  localAt,
  optionsAt,
  placesOf,
  remisesAt,
  screens,
} from '#shared/paths.ts'

/** Keys that are hidden in every line: they tell a record from others, or count what stands in it. */
export const isDerived = (cle: string): boolean =>
  /^(?:id|version|code|\w+_ids?)$|(?:_count|Count|occupation)$/i.test(cle)

export type ObjetEnBase = Exclude<Objet, 'parametres'>

const lienOfVente = (_id: number, { vente_id = 0 }: Lien) => dossierAt(vente_id)

/** The facts of its sale, which has lines of its own. */
const CACHES_D_UN_BIEN = [
  'client',
  'option',
  'dossier',
  'estDispo',
  'etat_bien',
  'resteAPayer',
  'pourcentagePaiement',
]
const CACHES_D_UN_DESISTEMENT = ['rembourse', 'remboursable', 'reste']

export const OBJETS_DU_JOURNAL: {
  readonly [O in Objet]: O extends ObjetEnBase ? ObjetDeLaBase : ObjetDuJournal
} = {
  appartement: {
    champs: champsDeLAppartement,
    caches: CACHES_D_UN_BIEN,
    table: 'appartements',
    ...bienNamedBy('appartement', 'numLot'),
    lien: appartementAt,
  },
  bloc: {
    champs: champsDuBloc,
    table: 'blocs',
    ...namedBy('nomloc'),
    lien: () => screens.blocs,
  },
  bon: { champs: champsDuBon, table: 'bons', ...namedBy('reference'), lien: () => screens.charges },
  categorie: {
    champs: champsDeLaCategorie,
    table: 'categories_bons',
    ...namedBy('nom'),
    lien: () => screens.charges,
  },
  client: {
    champs: {
      ...champsDuClient,
      ...champsDeLaPiece,
      expire_le: { label: "Valable jusqu'au", kind: 'jour' },
      details: { label: 'Détails', kind: 'texte' },
      mention: { label: 'Mention', kind: 'texte' },
    },
    table: 'clients',
    ...namedBy('nomComplet'),
    lien: clientAt,
  },
  cloture: {
    champs: champsDeLaCloture,
    caches: ['etablie_par', 'etablie_le'],
    table: 'clotures',
    lus: ['annee', 'numero', 'jour', 'membre_id'],
    titre: titreByNumero(numeroCloture),
    lien: (_id, { jour = '', membre_id = null }) => caisseAt(jour, membre_id),
  },
  'compte bancaire': {
    champs: champsDuCompteBancaire,
    caches: ['remises'],
    table: 'comptes_bancaires',
    lus: ['banque', 'numero'],
    titre: ({ banque, numero }) =>
      [banque, numero].map(KINDS.texte.describe).filter(Boolean).join(' ') || null,
    lien: () => remisesAt,
  },
  desistement: {
    champs: champsDuDesistement,
    caches: CACHES_D_UN_DESISTEMENT,
    table: 'ventes join desistements on vente_id = id',
    ...namedByDossier,
    lien: lienOfVente,
  },
  document: {
    champs: champsDuPapier,
    table: 'documents',
    lus: ['vente_id', 'bloc_id', 'annee', 'serie', 'numero'],
    titre: titreByNumero((annee, numero, serie) => numeroPapier(annee, serie, numero)),
    lien: (id, row) => (row.bloc_id == null ? lienOfVente(id, row) : screens.blocs),
  },
  etage: {
    champs: champsDeLEtage,
    table: 'etages',
    ...namedBy('designation'),
    lien: () => screens.etages,
  },
  import: {
    champs: champsDeLImport,
    caches: ['sha256'],
    table: 'imports',
    ...namedBy('nom'),
    lien: importAt,
  },
  ligne: { champs: champsDeLaLigne, table: 'lignes', ...namedBy('designation'), lien: () => screens.charges },
  local: {
    champs: champsDuLocal,
    caches: CACHES_D_UN_BIEN,
    table: 'locaux',
    ...bienNamedBy('local', 'num'),
    lien: localAt,
  },
  membre: {
    champs: {
      ...champsDuMembre,
      appareil: { label: 'Appareil', kind: 'texte' },
      adresse: { label: 'Adresse', kind: 'texte' },
    },
    table: 'membres',
    ...namedBy('name'),
    lien: () => screens.membres,
  },
  option: {
    champs: champsDeLOption,
    caches: ['prise_par', 'jours_restants'],
    table: 'options',
    lus: ['nom'],
    titre: ({ bien, nom }) => describeNom('designation')(bien) ?? KINDS.texte.describe(nom),
    lien: () => optionsAt,
  },
  paiement: {
    champs: champsDuPaiement,
    caches: [
      'dossier',
      'detenteur',
      'transferts_avant',
      'etat',
      'solde',
      'prix',
      'vente_terminee',
      'rectifie_le',
      'cree_le',
      'groupe',
      'vu_le',
      'rejet_vu_le',
      'recu_annee',
      'recu_numero',
    ],
    table: 'paiements',
    ...namedByRecu,
    lien: lienOfVente,
  },
  parametres: {
    champs: champsDesParametres,
    caches: ['section'],
    titre: ({ section }) => {
      const nom = KINDS.texte.describe(section)
      return nom === null ? null : (NOMS_DES_SECTIONS[nom] ?? nom)
    },
  },
  parking: {
    champs: champsDuParking,
    caches: ['occupied_places'],
    table: 'parkings',
    ...namedBy('parking_nom'),
    lien: placesOf,
  },
  place: {
    champs: champsDeLaPlace,
    caches: CACHES_D_UN_BIEN,
    table: 'places_parking',
    ...bienNamedBy('place_parking', 'numero_place'),
    lus: ['parking_id', 'numero_place'],
    lien: (_id, { parking_id = 0 }) => placesOf(parking_id),
  },
  promoteur: {
    champs: champsDuPromoteur,
    table: 'promoteurs',
    ...namedBy('nom'),
    lien: () => screens.promoteur,
  },
  reglement: {
    champs: champsDuReglement,
    table: 'reglements',
    lus: ['montant'],
    titre: ({ montant }) => KINDS.montant.describe(montant),
    lien: () => screens.charges,
  },
  relance: {
    champs: champsDeLaRelance,
    caches: ['par'],
    table:
      'relances join (select id as vente_id, dossier_annee, dossier_numero from ventes) v using (vente_id)',
    ...namedByDossier,
    lien: lienOfVente,
  },
  remboursement: {
    champs: champsDuRemboursement,
    caches: ['membre', 'membre_nom', 'annee', 'cree_le', 'vu_le'],
    table: 'remboursements',
    lus: ['vente_id', 'annee', 'numero'],
    titre: titreByNumero(numeroRemboursement),
    lien: lienOfVente,
  },
  remise: {
    champs: champsDeLaRemise,
    caches: ['sans_numero', 'rejetes', 'encaisses', 'en_attente'],
    table: 'remises',
    lus: ['annee', 'numero'],
    titre: titreByNumero(numeroDePiece),
    lien: () => remisesAt,
  },
  residence: {
    champs: { ...champsDeLaResidence, ...champsDeLaGeneration },
    caches: ['demande', 'est_saturee'],
    table: 'residences',
    ...namedBy('nom'),
    lien: blocsOf,
  },
  revision: {
    champs: champsDeLaRevision,
    table: 'revisions_prix',
    ...namedBy('motif'),
    lien: () => screens.planDeVente,
  },
  sauvegarde: {
    champs: champsDeLaSauvegarde,
    table: 'sauvegardes',
    ...namedBy('fichier'),
    lien: () => screens.parametres,
  },
  stade: { champs: champsDuStade, table: 'stades', ...namedBy('nom'), lien: () => screens.parametres },
  vente: {
    champs: { ...champsDeLaVente, ...champsDeLaPiece },
    caches: [...CACHES_D_UN_DESISTEMENT, 'ouverte_le', 'type', 'dossier', 'dossier_annee', 'dossier_numero'],
    table: 'ventes',
    ...namedByDossier,
    lus: ['dossier_annee', 'dossier_numero'],
    lien: dossierAt,
  },
}
