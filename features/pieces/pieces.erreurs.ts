import { defineErreurs } from '#shared/erreurs.ts'
import { formatCompte } from '#shared/texte.ts'

export const piecesErreurs = defineErreurs({
  typeDePieceManquant: { status: 422, message: 'Veuillez choisir un type de pièce.' },
  typeDePieceUtilise: {
    status: 422,
    message: ({ pieces }: { pieces: number }) =>
      `Ce type est utilisé par ${formatCompte(pieces, 'pièce')} : rendez-le facultatif plutôt que de le supprimer.`,
  },
  typeDePieceDeplace: {
    status: 422,
    message: ({ pieces }: { pieces: number }) =>
      `Ce type est utilisé par ${formatCompte(pieces, 'pièce')} : ce qu'il concerne ne peut plus changer.`,
  },
  typeDePieceEnDouble: { status: 422, message: 'Deux types de pièces portent ce nom.' },
})
