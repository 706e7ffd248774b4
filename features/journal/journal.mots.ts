/** The nouns the journal speaks of, by the alphabet, as they are said. */
export const OBJETS = {
  appartement: 'Appartement',
  bloc: 'Bloc',
  bon: "Bon d'achat",
  categorie: 'Catégorie',
  client: 'Client',
  'compte bancaire': 'Compte bancaire',
  desistement: 'Désistement',
  document: 'Document',
  etage: 'Étage',
  import: 'Import',
  ligne: 'Ligne',
  local: 'Local',
  membre: 'Membre',
  option: 'Option',
  paiement: 'Paiement',
  parametres: 'Paramètres',
  parking: 'Parking',
  place: 'Place de parking',
  promoteur: 'Promoteur',
  relance: 'Relance',
  remboursement: 'Remboursement',
  remise: 'Remise',
  residence: 'Résidence',
  revision: 'Révision de prix',
  sauvegarde: 'Sauvegarde',
  stade: 'Stade',
  vente: 'Vente',
} as const
export type Objet = keyof typeof OBJETS

/** What is done to them, by the alphabet of how it is said. */
export const ACTIONS = {
  acquereurs: 'Acquéreurs',
  activer: 'Activation',
  ajouter: 'Ajout',
  annuler: 'Annulation',
  bloquer: 'Blocage',
  ceder: 'Cession',
  confirmer: 'Confirmation',
  fermer: 'Connexion fermée',
  debloquer: 'Déblocage',
  désactiver: 'Désactivation',
  desister: 'Désistement',
  etablir: 'Document établi',
  effacer: 'Données effacées',
  echeancier: 'Échéancier',
  encaisser: 'Encaissement',
  'annuler etape': 'Étape annulée',
  generer: 'Génération',
  importer: 'Import',
  inscrire: 'Inscription',
  lier: 'Lien créé',
  ouvrir: 'Lien ouvert',
  delier: 'Lien révoqué',
  modifier: 'Modification',
  expirer: 'Option expirée',
  liberer: 'Option libérée',
  poser: 'Option posée',
  prolonger: 'Option prolongée',
  vendre: 'Option vendue',
  enregistrer: 'Paramètres',
  joindre: 'Pièce jointe',
  'retirer piece': 'Pièce retirée',
  rejeter: 'Rejet',
  representer: 'Représentation',
  retirer: 'Retrait du client',
  reviser: 'Révision de prix',
  sauvegarder: 'Sauvegarde',
  stade: 'Stade',
  supprimer: 'Suppression',
  télécharger: 'Téléchargement',
  transferer: 'Transfert',
  assigner: 'Vente',
  rouvrir: 'Vente rouverte',
} as const
export type Action = keyof typeof ACTIONS

/** What an act is called when it is done to one kind of thing. */
const PROPRES: Partial<Record<Objet, Partial<Record<Action, string>>>> = {
  document: { annuler: 'Document annulé' },
}

export const isObjet = (mot: string): mot is Objet => Object.hasOwn(OBJETS, mot)
const isAction = (mot: string): mot is Action => Object.hasOwn(ACTIONS, mot)

/** « Appartement »; a kind that has no word yet stands for itself. */
export const direObjet = (objet: string): string => (isObjet(objet) ? OBJETS[objet] : objet)

/** « Modification », « Document annulé ». */
export const direAction = (objet: string, action: string): string =>
  isAction(action) ? (isObjet(objet) && PROPRES[objet]?.[action]) || ACTIONS[action] : action
