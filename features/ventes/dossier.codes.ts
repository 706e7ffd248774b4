/** Codes of a dossier on the wire. They stand apart from the contract, so that screens load no schemas for them. */
export const CANAUX = ['lettre', 'email', 'whatsapp', 'telephone'] as const

/** States of a line: covered, late, due today, to come, or closed with its sale. */
export const ETATS_ECHEANCE = ['reglee', 'en_retard', 'exigible', 'a_venir', 'annulee'] as const

/** Dossiers that one call for relances may name. */
export const RELANCES_MAX = 200

export const ETATS_VENTE = ['ouverte', 'desistement', 'retrait'] as const

/** Parties that may ask for a désistement. */
export const ORIGINES = ['client', 'promoteur'] as const

export const ETAPES = ['reservation', 'contrat', 'livraison'] as const

export const NOMS_DES_ETAPES = {
  reservation: 'Réservation',
  contrat: 'Contrat',
  livraison: 'Livraison',
} as const satisfies Record<(typeof ETAPES)[number], string>
