import type { NomDeFeuille } from '#features/imports/colonnes.ts'
import type { ChampDe } from '#features/imports/server/sheets.ts'

/** Why a column is in no sheet. */
export type Exception =
  | 'identifiant'
  | 'version'
  | 'date de création'
  | 'fichier'
  | 'remise'
  | 'calculée'
  | 'trace'
  /** A member who exports is not always one who may read it. */
  | 'identité'
  | 'dossier légal'
  | 'nom en arabe'
  /** A reference to a record, which the sheet carries in the columns that name the record. */
  | 'par les colonnes qui la nomment'
/** The field of a sheet that carries a column. */
export type Place = { [F in NomDeFeuille]: readonly [F, ChampDe<F>] }[NomDeFeuille]

const bien = 'par les colonnes qui la nomment'

/** Every column of the tables of what is sold. */
export const COLONNES_DU_PATRIMOINE: Record<string, Record<string, Place | Exception>> = {
  residences: {
    id: 'identifiant',
    nom: ['residences', 'nom'],
    adresse: ['residences', 'adresse'],
    nom_ar: 'nom en arabe',
    adresse_ar: 'nom en arabe',
    permis_numero: 'dossier légal',
    permis_le: 'dossier légal',
    permis_autorite: 'dossier légal',
    terrain_acte: 'dossier légal',
    terrain_le: 'dossier légal',
    version_legale: 'version',
    // The cost of building is the promoteur's own.
    budget: 'trace',
    plan_id: 'fichier',
    recherche: 'calculée',
    rang: 'calculée',
    serre: 'calculée',
    version: 'version',
    cree_le: 'date de création',
  },
  blocs: {
    id: 'identifiant',
    residence_id: ['blocs', 'residence'],
    nomloc: ['blocs', 'nomloc'],
    description: ['blocs', 'description'],
    nom_ar: 'nom en arabe',
    garantie_numero: 'dossier légal',
    garantie_police: 'dossier légal',
    garantie_le: 'dossier légal',
    garantie_au: 'dossier légal',
    livraison_prevue_le: 'dossier légal',
    recherche: 'calculée',
    serre: 'calculée',
    rang: 'calculée',
    version: 'version',
    cree_le: 'date de création',
  },
  etages: {
    id: 'identifiant',
    bloc_id: ['etages', 'bloc'],
    designation: ['etages', 'designation'],
    designation_ar: 'nom en arabe',
    recherche: 'calculée',
    niveau: ['etages', 'niveau'],
    logement_par_palier: ['etages', 'logement_par_palier'],
    version: 'version',
    cree_le: 'date de création',
  },
  biens: {
    id: 'identifiant',
    type: bien,
    prix: ['appartements', 'montant'],
    residence_id: ['appartements', 'residence'],
    bloque_motif: ['appartements', 'bloque_motif'],
    bloque_le: 'date de création',
    version: 'version',
    cree_le: 'date de création',
  },
  appartements: {
    id: 'identifiant',
    type: bien,
    etage_id: ['appartements', 'etage'],
    num_lot: ['appartements', 'numLot'],
    type_logement: ['appartements', 'typeLogement'],
    surface_habitable: ['appartements', 'surfaceHabitable'],
    surface_utile: ['appartements', 'surfaceUtile'],
    montant1: ['appartements', 'montant1'],
    montant2: ['appartements', 'montant2'],
    plan_id: 'fichier',
    recherche: 'calculée',
    rang: 'calculée',
  },
  locaux: {
    id: 'identifiant',
    type: bien,
    bloc_id: ['locaux', 'bloc'],
    num: ['locaux', 'num'],
    surface: ['locaux', 'surface'],
    description: ['locaux', 'description'],
    recherche: 'calculée',
    rang: 'calculée',
  },
  parkings: {
    id: 'identifiant',
    residence_id: ['parkings', 'residence'],
    parking_nom: ['parkings', 'parking_nom'],
    nom_ar: 'nom en arabe',
    nb_places: ['parkings', 'nb_places'],
    recherche: 'calculée',
    rang: 'calculée',
    serre: 'calculée',
    version: 'version',
    cree_le: 'date de création',
  },
  places_parking: {
    id: 'identifiant',
    type: bien,
    parking_id: ['places', 'parking'],
    numero_place: ['places', 'numero_place'],
    type_place: ['places', 'type_place'],
    position: ['places', 'position'],
    superficie: ['places', 'superficie'],
  },
}
