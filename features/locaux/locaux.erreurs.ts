import { defineErreurs, type Contraintes } from '#shared/erreurs.ts'

export const locauxErreurs = defineErreurs({
  numLocalPris: { status: 422, message: 'Ce numéro existe déjà dans ce bloc.' },
})

export const locauxContraintes = {
  locaux_num_unique: { code: 'numLocalPris', champ: 'num' },
} as const satisfies Contraintes
