import { defineErreurs, type Contraintes } from '#shared/erreurs.ts'

export const appartementsErreurs = defineErreurs({
  numLotPris: { status: 422, message: 'Ce numéro de lot existe déjà à cet étage.' },
  appartementSansPlan: { status: 404, message: 'Aucun plan PDF disponible pour cet appartement.' },
})

export const appartementsContraintes = {
  appartements_num_lot_unique: { code: 'numLotPris', champ: 'numLot' },
} as const satisfies Contraintes
