import { defineErreurs } from '#shared/erreurs.ts'

export const promoteurErreurs = defineErreurs({
  promoteurExiste: { status: 409, message: 'Un promoteur est déjà enregistré.' },
})
