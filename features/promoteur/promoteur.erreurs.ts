import { defineErreurs, type Contraintes } from '#shared/erreurs.ts'

export const promoteurErreurs = defineErreurs({
  promoteurExiste: { status: 409, message: 'Un promoteur est déjà enregistré.' },
})

export const promoteurContraintes = {
  promoteurs_un_seul: { code: 'promoteurExiste' },
} as const satisfies Contraintes
