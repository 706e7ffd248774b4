export const ENCAISSEMENTS = 'Encaissements'
export const VENTES = 'Ventes'
export const PREVISIONS = 'Prévisions'
export const ECRITURES = 'Écritures'

/** Said by every report that has nothing to tell. */
export const VIDE = 'Rien à montrer pour cette période.'
export const TOUTES_VENTES = 'Toutes ventes. Un chèque rejeté est retranché le mois de son rejet.'
export const UNE_PREVISION = "Une prévision n'engage personne : elle suit les dates prévues."

/** Word for a field of a line that nobody knows. */
export const NON_PRECISE = 'Non précisé'
/** The lines of « Ventes »: the name of the choice, of their column, and their noun. */
export const PAR_QUI = {
  residence: { onglet: 'Par résidence', titre: 'Résidence', unite: 'résidence' },
  vendeur: { onglet: 'Par commercial', titre: 'Commercial', unite: 'commercial' },
} as const
