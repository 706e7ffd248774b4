import { defineErreurs } from '#shared/erreurs.ts'

export const santeErreurs = defineErreurs({
  controleEnCours: { status: 409, message: 'Une vérification est déjà en cours.' },
})
