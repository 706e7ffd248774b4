/** Words for the codes in journal lines. Old lines keep their codes, so these words outlive the tables of the forms. */
export const MODES = {
  virement: 'Virement',
  cheque: 'Chèque',
  versement_bancaire: 'Versement bancaire',
  especes: 'Espèces',
  autre: 'Autre',
}

export const PAYEURS = {
  banque: 'Une banque (crédit)',
  cnl: 'La CNL (aide)',
  famille: 'Un proche',
  tiers: 'Une autre personne',
}

export const CANAUX = { lettre: 'Lettre', email: 'E-mail', whatsapp: 'WhatsApp', telephone: 'Téléphone' }

export const DECLENCHEURS = {
  reservation: 'À la réservation',
  contrat: 'Au contrat',
  stade: 'À un stade',
  livraison: 'À la livraison',
  date: 'À une date',
}

export const ORIGINES_DU_DESISTEMENT = { client: 'Du client', promoteur: 'Du promoteur' }

export const ETATS_DE_L_OPTION = {
  en_cours: 'En cours',
  liberee: 'Libérée',
  vendue: 'Vendue',
  expiree: 'Expirée',
}

export const STATUTS_DE_L_IMPORT = {
  lecture: 'En lecture',
  refuse: 'Refusé',
  pret: 'Prêt à être écrit',
  ecriture: 'En écriture',
  termine: 'Terminé',
  annule: 'Annulé',
  echec: 'Échec',
}

export const SORTES_DE_REVISION = { pourcent: 'Pourcentage', montant: 'Montant', m2: 'Prix au m²' }

export const ETATS_REVISABLES = { libre: 'disponible', option: 'option', bloque: 'bloqué' }

export const CIVILITES = { homme: 'Monsieur', femme: 'Madame', societe: 'Société' }

export const SITUATIONS = {
  célibataire: 'Célibataire',
  marié: 'Marié(e)',
  divorcé: 'Divorcé(e)',
  veuf: 'Veuf/Veuve',
}

export const PIECES_D_IDENTITE = {
  carte: "Carte d'identité",
  passeport: 'Passeport',
  permis: 'Permis de conduire',
  séjour: 'Carte de séjour',
}

export const LANGUES = { fr: 'Français', ar: 'Arabe' }

export const ORIGINES_DE_LA_SAUVEGARDE = {
  nuit: 'Nuit',
  manuelle: 'Manuelle',
  commande: 'Commande',
  import: 'Avant import',
}

export const PORTEES = { client: 'Le client', vente: 'La vente' }
