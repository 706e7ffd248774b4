import { motsOf } from '#shared/texte.ts'

/** The kinds of records in the journal, in alphabetical order, with their words. */
export const OBJETS = {
  appartement: 'Appartement',
  bloc: 'Bloc',
  bon: "Bon d'achat",
  categorie: 'Catégorie',
  client: 'Client',
  cloture: 'Clôture de caisse',
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
  reglement: 'Règlement',
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

/** The acts of the journal with their words, in the order of the words. */
export const ACTIONS = {
  acquereurs: 'Acquéreurs',
  activer: 'Activation',
  ajouter: 'Ajout',
  annuler: 'Annulation',
  bloquer: 'Blocage',
  budget: 'Budget',
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
  pointer: 'Pointage',
  'annuler etape': 'Étape annulée',
  generer: 'Génération',
  importer: 'Import',
  defaire: 'Import défait',
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
  prévision: 'Prévision',
  rejeter: 'Rejet',
  representer: 'Représentation',
  retirer: 'Retrait du client',
  reviser: 'Révision de prix',
  sauvegarder: 'Sauvegarde',
  stade: 'Stade',
  supprimer: 'Suppression',
  télécharger: 'Téléchargement',
  refuser: 'Téléchargement refusé',
  transferer: 'Transfert',
  assigner: 'Vente',
  rouvrir: 'Vente rouverte',
} as const
export type Action = keyof typeof ACTIONS

const PROPRES: Partial<Record<Objet, Partial<Record<Action, string>>>> = {
  document: { annuler: 'Document annulé' },
  residence: { defaire: 'Génération annulée' },
}

export const isObjet = (mot: string): mot is Objet => Object.hasOwn(OBJETS, mot)
const isAction = (mot: string): mot is Action => Object.hasOwn(ACTIONS, mot)

/** The word of a kind of record; an unknown kind stays as it is. */
export const describeObjet = (objet: string): string => (isObjet(objet) ? OBJETS[objet] : objet)

/** The word of an act: « Modification », « Document annulé »; an unknown act stays as it is. */
export const describeAction = (objet: string, action: string): string =>
  isAction(action) ? (isObjet(objet) && PROPRES[objet]?.[action]) || ACTIONS[action] : action

/** The index of the journal's texts works on groups of three letters. */
const LETTRES_MIN = 3

/** The reason to refuse a search text, or null. One word of three letters is needed, because shorter ones are in nearly every line. */
export function refusDuTexte(texte: string): string | null {
  if (texte === '') return null
  if (texte.length < LETTRES_MIN) return `Tapez au moins ${LETTRES_MIN} lettres.`
  const cherchable = motsOf(texte).some((mot) => [...mot].length >= LETTRES_MIN)
  return cherchable ? null : `Tapez au moins un mot de ${LETTRES_MIN} lettres.`
}
