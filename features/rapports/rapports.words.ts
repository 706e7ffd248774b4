export const ENCAISSEMENTS = 'Encaissements'
export const PREVISIONS = 'Prévisions'

/** Said by every report that has nothing to tell. */
export const VIDE = 'Rien à montrer pour cette période.'
export const TOUTES_VENTES = 'Toutes ventes. Un chèque rejeté est retranché le mois de son rejet.'
export const UNE_PREVISION = "Une prévision n'engage personne : elle suit les dates prévues."
