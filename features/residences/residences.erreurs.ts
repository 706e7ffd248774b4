import { defineErreurs, type Contraintes } from '#shared/erreurs.ts'

export const residencesErreurs = defineErreurs({
  residenceNomPris: {
    status: 422,
    message: ({ action }: { action: 'la création' | 'la mise à jour' }) =>
      `Erreur lors de ${action}. Vérifiez que le nom est unique.`,
  },
  residenceSansPlan: { status: 404, message: 'Aucun plan PDF disponible pour cette résidence.' },
  residenceNonVide: {
    status: 409,
    message: ({ contenu }: { contenu: string }) =>
      `Impossible de supprimer cette résidence : elle contient ${contenu}.`,
  },
  residenceInconnue: { status: 422, message: 'Veuillez sélectionner une résidence.' },
})

export const residencesContraintes = {
  residences_nom_unique: { code: 'residenceNomPris', params: { action: 'la création' }, champ: 'nom' },
} as const satisfies Contraintes
