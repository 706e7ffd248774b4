import { FORMES, leBien, libelleDuBien, type TypeBien } from '#shared/biens.ts'

/** The two kinds of bien that stand in a bloc and have a screen of their own. */
export type TypeDeLot = Exclude<TypeBien, 'place_parking'>

/** Words of an action: its button, the button while it works, and the sentence of a failure. The server's answer says the success. */
interface Geste {
  bouton: string
  enCours: string
  echec: string
}

interface MotsDuBien {
  assigner: Geste & { titre: (numero: string | number) => string }
  retirer: Geste & { titre: string; danger: boolean }
  supprimer: Geste & { titre: string }
}

const SUPPRIMER = { bouton: 'Supprimer', enCours: 'Suppression...' }

const motsDesGestes = (type: TypeDeLot): MotsDuBien => ({
  assigner: {
    titre: (numero) => `Assigner un client - ${libelleDuBien(type, numero)}`,
    bouton: 'Assigner',
    enCours: 'Assignation...',
    echec: "Erreur lors de l'assignation du client.",
  },
  retirer: {
    titre: 'Retirer le client',
    bouton: 'Retirer le client',
    enCours: 'Retrait...',
    echec: 'Erreur lors du retrait du client.',
    danger: true,
  },
  supprimer: {
    ...SUPPRIMER,
    titre: `Supprimer ${FORMES[type].le}`,
    echec: `Erreur lors de la suppression ${FORMES[type].du}.`,
  },
})

/** Words of selling, taking back and deleting for each kind of bien (D2 §2.4, §2.5, D3 §2.2, §8). */
export const BIENS: Record<TypeBien, MotsDuBien> = {
  appartement: motsDesGestes('appartement'),
  local: motsDesGestes('local'),
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

/** Words of the screen of each kind of lot (D2 §2.4, §2.5). */
export const LOTS = {
  appartement: {
    ...FORMES.appartement,
    Le: "L'appartement",
    ecran: 'appartements',
    dans: 'etage',
    titre: 'Gestion des Appartements',
    pluriel: 'Appartements',
    compte: ['lot', 'lots'],
    recherche: 'Rechercher par lot ou type...',
    chargement: 'Chargement des appartements...',
    echec: 'Erreur lors du chargement des appartements.',
    /** Milliseconds until the banner of a failed load goes, where the specification gives them. */
    echecMs: undefined,
    aucun: 'Aucun appartement disponible.',
    aucunTrouve: 'Aucun appartement trouvé avec ces critères.',
    de: "d'appartement",
    ajouter: 'Ajouter un appartement',
    modifier: "Modifier l'appartement",
    details: "Détails de l'appartement",
    dejaVendu: 'Cet appartement est déjà assigné à un client.',
    /** The button that sells waits for a client; for an appartement the form says that one is missing (D2 §5). */
    attendUnClient: false,
  },
  local: {
    ...FORMES.local,
    Le: 'Le local',
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
} as const

/** Words of a sale from the plan de vente or from an option, for any kind of bien; the specified dialogs keep their own. */
export const motsDeVente = (bien: { type: TypeBien; numero: string | number }) => ({
  titre: `Vendre ${leBien(bien)}`,
  mots: { bouton: 'Vendre', enCours: 'Vente...', echec: BIENS[bien.type].assigner.echec },
  /** Hint of the field before any error; the specified dialogs have their own sentence (LOC-45). */
  hint: 'Tapez un nom ou un téléphone.',
})
