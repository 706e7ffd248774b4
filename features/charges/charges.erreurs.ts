import { defineErreurs } from '#shared/erreurs.ts'

export const chargesErreurs = defineErreurs({
  categorieInconnue: { status: 422, message: 'Veuillez sélectionner une catégorie.' },
})
