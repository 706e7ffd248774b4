import { defineErreurs } from '#shared/erreurs.ts'

export const clientsErreurs = defineErreurs({
  clientRattache: {
    status: 409,
    message: ({ details }: { details: string }) =>
      `Impossible de supprimer ce client : des biens ou des paiements lui sont rattachés.${details && ` ${details}`}`,
  },
  clientInconnu: { status: 422, message: 'Veuillez sélectionner un client.' },
})
