import { libelleDuBien, type TypeBien } from '#shared/biens.ts'

/** The two kinds that stand in a bloc and have a screen of their own. */
export type TypeDeLot = Exclude<TypeBien, 'place_parking'>

/** A button, what it says while it works, and the sentence of a failure; the call says its own success. */
interface Geste {
  bouton: string
  enCours: string
  echec: string
}

interface MotsDuBien {
  /** Selling it; `titre` of the dialog, by its number. */
  assigner: Geste & { titre: (numero: string | number) => string }
  /** Ending its sale. */
  retirer: Geste & { titre: string; danger: boolean }
  supprimer: Geste & { titre: string }
}

const ASSIGNER = {
  bouton: 'Assigner',
  enCours: 'Assignation...',
  echec: "Erreur lors de l'assignation du client.",
}
const RETIRER = {
  titre: 'Retirer le client',
  bouton: 'Retirer le client',
  enCours: 'Retrait...',
  echec: 'Erreur lors du retrait du client.',
  danger: true,
}
const SUPPRIMER = { bouton: 'Supprimer', enCours: 'Suppression...' }

/** What selling, taking back and deleting say of each kind of bien, word for word (D2 §2.4, §2.5, D3 §2.2, §8). */
export const BIENS: Record<TypeBien, MotsDuBien> = {
  appartement: {
    assigner: {
      ...ASSIGNER,
      titre: (numero) => `Assigner un client - ${libelleDuBien('appartement', numero)}`,
    },
    retirer: RETIRER,
    supprimer: {
      ...SUPPRIMER,
      titre: "Supprimer l'appartement",
      echec: "Erreur lors de la suppression de l'appartement.",
    },
  },
  local: {
    assigner: { ...ASSIGNER, titre: (numero) => `Assigner un client - ${libelleDuBien('local', numero)}` },
    retirer: RETIRER,
    supprimer: {
      ...SUPPRIMER,
      titre: 'Supprimer le local',
      echec: 'Erreur lors de la suppression du local.',
    },
  },
  place_parking: {
    assigner: {
      titre: (numero) => `Attribuer la place ${numero}`,
      bouton: 'Attribuer',
      enCours: 'Traitement...',
      echec: "Erreur inattendue lors de l'attribution de la place.",
    },
    retirer: {
      titre: 'Libérer la place',
      bouton: 'Libérer',
      enCours: 'Traitement...',
      echec: 'Erreur lors de la libération de la place.',
      danger: false,
    },
    supprimer: {
      ...SUPPRIMER,
      titre: 'Supprimer la place',
      echec: "Erreur lors de la suppression de la place. Vérifiez qu'elle n'est pas occupée.",
    },
  },
}

interface MotsDuLot {
  /** « l’appartement », « L’appartement », « de l’appartement ». */
  le: string
  Le: string
  du: string
  /** How the name of an action calls it: « lot A-1 », « local L-3 ». */
  nom: (numero: string) => string
  /** « Lot A-12 ajouté. » */
  mot: string
  /** What remembers whether its screen shows cards or a table. */
  ecran: string
  /** What it stands in. */
  dans: 'etage' | 'bloc'
  titre: string
  pluriel: string
  /** One and several, under the list. */
  compte: readonly [string, string]
  recherche: string
  chargement: string
  echec: string
  /** When the banner of a list that does not load goes, where the specification says it. */
  echecMs?: number | undefined
  aucun: string
  aucunTrouve: string
  /** What a place holds none of yet: « d’appartement ». */
  de: string
  ajouter: string
  modifier: string
  details: string
  /** Sold meanwhile. */
  dejaVendu: string
  /** The button that sells waits for a client; else the form says that one is missing (D2 §5). */
  attendUnClient: boolean
}

/** What the screen of a kind of lot says, word for word (D2 §2.4, §2.5). */
export const LOTS: Record<TypeDeLot, MotsDuLot> = {
  appartement: {
    le: 'l’appartement',
    Le: 'L’appartement',
    du: 'de l’appartement',
    nom: (numero) => `lot ${numero}`,
    mot: 'Lot',
    ecran: 'appartements',
    dans: 'etage',
    titre: 'Gestion des Appartements',
    pluriel: 'Appartements',
    compte: ['lot', 'lots'],
    recherche: 'Rechercher par lot ou type...',
    chargement: 'Chargement des appartements...',
    echec: 'Erreur lors du chargement des appartements.',
    aucun: 'Aucun appartement disponible.',
    aucunTrouve: 'Aucun appartement trouvé avec ces critères.',
    de: 'd’appartement',
    ajouter: 'Ajouter un appartement',
    modifier: "Modifier l'appartement",
    details: "Détails de l'appartement",
    dejaVendu: 'Cet appartement est déjà assigné à un client.',
    attendUnClient: false,
  },
  local: {
    le: 'le local',
    Le: 'Le local',
    du: 'du local',
    nom: (numero) => `local ${numero || 'Non spécifié'}`,
    mot: 'Local',
    ecran: 'locaux',
    dans: 'bloc',
    titre: 'Gestion des Locaux',
    pluriel: 'Locaux',
    compte: ['local', 'locaux'],
    recherche: 'Rechercher par numéro ou description...',
    chargement: 'Chargement des locaux...',
    echec: 'Erreur lors du chargement des locaux.',
    echecMs: 3000,
    aucun: 'Aucun local disponible.',
    aucunTrouve: 'Aucun local trouvé avec ces critères.',
    de: 'de local',
    ajouter: 'Ajouter un local',
    modifier: 'Modifier le local',
    details: 'Détails du local',
    dejaVendu: 'Ce local est déjà assigné à un client.',
    attendUnClient: true,
  },
}

/** « le lot A-1 », « le local L-3 », « la place 41 »: what an action calls it. */
export const leBien = ({ type, numero }: { type: TypeBien; numero: string | number }): string =>
  type === 'place_parking' ? `la place ${numero}` : `le ${LOTS[type].nom(String(numero))}`
