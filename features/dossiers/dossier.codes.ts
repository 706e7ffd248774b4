/** The words of a dossier on the wire. Not in the contract: screens need them without the schemas. */
export const CANAUX = ['lettre', 'email', 'whatsapp', 'telephone'] as const

/** How a line stands: covered, late, to come, or closed with its sale. */
export const ETATS_ECHEANCE = ['reglee', 'en_retard', 'a_venir', 'annulee'] as const

export const ETATS_VENTE = ['ouverte', 'desistement', 'retrait'] as const

export const ETAPES = ['reservation', 'contrat', 'livraison'] as const
