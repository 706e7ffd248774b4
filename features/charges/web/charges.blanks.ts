export const LIGNE_VIDE = { designation: '', prix_unitaire: null, quantite: 0, montant: null } as const
export const BON_VIDE = { reference: '', date_bon: '', total_montant: null } as const
export const CATEGORIE_VIDE = { nom: '', total_montant: null } as const
