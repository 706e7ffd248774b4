import { defineErreurs } from '#shared/erreurs.ts'
import { formatCompte } from '#shared/texte.ts'

export const clientsErreurs = defineErreurs({
  clientRattache: {
    status: 409,
    message: ({ details }: { details: string }) =>
      `Impossible de supprimer ce client : des biens ou des paiements lui sont rattachés.${details && ` ${details}`}`,
  },
  clientInconnu: { status: 422, message: 'Veuillez sélectionner un client.' },
  nomARecopier: { status: 422, message: 'Recopiez le nom du client pour confirmer.' },
  clientConcerne: {
    status: 409,
    message: "Impossible d'effacer ce client : des ventes ou des paiements le concernent.",
  },
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
