/** A client of the recap and his biens; only read, so that it bears its words. */
export const GROUPE_VIDE = {
  id: 0,
  client: { id: 0, nomComplet: 'Non spécifié', tel: 'N/A', email: 'N/A' },
  biens: [
    {
      id: 0,
      type: 'appartement',
      nlot: 'Non spécifié',
      residence: 'Sans résidence',
      code: 'N/A',
      surface: null,
      montant: null,
      reglement: null,
      resteAPayer: null,
      pourcentagePaiement: 0,
      vente_id: 0,
      dossier: '',
    },
  ],
} as const
