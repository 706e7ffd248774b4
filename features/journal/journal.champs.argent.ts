import * as codes from '#features/journal/journal.codes.ts'
import {
  MUETS_ET_CODE,
  chacun,
  dit,
  entier,
  joinParts,
  jour,
  readObjet,
  liste,
  montant,
  mot,
  nomme,
  numero,
  ouiOuNon,
  texte,
  type Champs,
} from '#features/journal/journal.valeurs.ts'
import { PAPIERS } from '#shared/papiers.ts'

/** A lot in a payment: « Appartement A-12 (Bloc A) ». */
const lot = (titre: string, cle: string) => (valeur: unknown) => {
  const lu = readObjet(valeur)
  if (lu[cle] === undefined) return null
  const bloc = readObjet(lu['bloc'])['nomloc']
  return `${titre} ${texte(lu[cle])}${bloc ? ` (${texte(bloc)})` : ''}`
}

export const PAIEMENT: Champs = {
  ...MUETS_ET_CODE,
  recu: dit('Reçu'),
  client: dit('Client', nomme('nomComplet')),
  appartement: dit('Bien', lot('Appartement', 'numLot')),
  local: dit('Bien', lot('Local', 'num')),
  place_parking: dit('Bien', lot('Place', 'numero_place')),
  date_paiement: dit('Date', jour),
  versement: dit('Versement', montant),
  mode: dit('Mode', mot(codes.MODES)),
  banque: dit('Banque'),
  reference: dit('Référence'),
  date_cheque: dit('Date du chèque', jour),
  payeur_type: dit('Payé par', mot(codes.PAYEURS)),
  payeur: dit('Nom du payeur'),
  details: dit('Détails'),
  remise: dit('Remise', nomme('numero', 'jour')),
  encaisse_le: dit('Encaissé le', jour),
  rejete_le: dit('Rejeté le', jour),
  motif_rejet: dit('Motif du rejet'),
  frais_rejet: dit('Frais bancaires', montant),
  represente: dit('Représente le reçu', nomme('recu')),
  represente_par: dit('Représenté par le reçu', nomme('recu')),
  justificatif: dit('Justificatif', nomme('nom')),
  import: dit('Import', numero),
  mention: dit('Mention'),
  dossier: null,
  detenteur: null,
  detenteur_id: null,
  transferts_avant: null,
  etat: null,
  solde: null,
  prix: null,
  vente_terminee: null,
  imprime_le: dit('Imprimé le', jour),
  rectifie_le: null,
  cree_le: null,
  recu_annee: null,
  recu_numero: null,
  vente_id: null,
  client_id: null,
  bien_id: null,
  remise_id: null,
  represente_id: null,
  justificatif_id: null,
  appartement_id: null,
  local_id: null,
  place_parking_id: null,
}

export const REMBOURSEMENT: Champs = {
  ...MUETS_ET_CODE,
  numero: dit('Numéro'),
  dossier: dit('Dossier'),
  client: dit('Client', nomme('nomComplet')),
  montant: dit('Montant', montant),
  jour: dit('Date', jour),
  mode: dit('Mode', mot(codes.MODES)),
  banque: dit('Banque'),
  reference: dit('Référence'),
  note: dit('Note'),
  membre: null,
  membre_nom: null,
  annee: null,
  imprime_le: dit('Imprimé le', jour),
  cree_le: null,
  vente_id: null,
}

export const REMISE: Champs = {
  ...MUETS_ET_CODE,
  numero: dit('Numéro'),
  jour: dit('Date de remise', jour),
  compte: dit('Compte', (valeur) => {
    const { banque, numero: rib } = readObjet(valeur)
    return joinParts(texte(banque), texte(rib)) || null
  }),
  nombre: dit('Chèques', entier),
  montant: dit('Montant', montant),
  recus: dit('Reçus', liste()),
  sans_numero: null,
  rejetes: null,
  encaisses: null,
  en_attente: null,
}

export const COMPTE_BANCAIRE: Champs = {
  ...MUETS_ET_CODE,
  banque: dit('Banque'),
  agence: dit('Agence'),
  numero: dit('RIB ou numéro de compte'),
  actif: dit('Utilisé', ouiOuNon),
  remises: null,
}

const describeLine = (valeur: unknown) => {
  const { designation, quantite, prix_unitaire } = readObjet(valeur)
  return `${texte(designation)} : ${entier(quantite)} × ${montant(prix_unitaire)}`
}

export const LIGNE: Champs = {
  ...MUETS_ET_CODE,
  designation: dit('Désignation'),
  quantite: dit('Quantité', entier),
  prix_unitaire: dit('Prix unitaire', montant),
  montant: dit('Montant', montant),
  bon_id: null,
}

export const BON: Champs = {
  ...MUETS_ET_CODE,
  reference: dit('Référence'),
  date_bon: dit('Date du bon', jour),
  lignes: chacun('Ligne', describeLine),
  categorie_bon_id: null,
}

export const CATEGORIE: Champs = {
  ...MUETS_ET_CODE,
  nom: dit('Nom'),
  bons: chacun('Bon', nomme('reference')),
}

const TYPES_DE_PAPIER = Object.fromEntries(
  Object.entries(PAPIERS).map(([type, { libelle }]) => [type, libelle]),
)

export const DOCUMENT: Champs = {
  ...MUETS_ET_CODE,
  numero: dit('Numéro'),
  type: dit('Document', mot(TYPES_DE_PAPIER)),
  dossier: dit('Dossier'),
  bloc: dit('Bloc'),
  residence: dit('Résidence'),
  client: dit('Client', nomme('nomComplet')),
  langue: dit('Langue', mot(codes.LANGUES)),
  etabli_le: dit('Date', jour),
  montant: dit('Montant', montant),
  motif: dit('Motif'),
  vente_id: null,
  bloc_id: null,
}
