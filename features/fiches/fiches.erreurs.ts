import { defineErreurs } from '#shared/erreurs.ts'

export const fichesErreurs = defineErreurs({
  nomARecopier: { status: 422, message: 'Recopiez le nom du client pour confirmer.' },
  clientConcerne: {
    status: 409,
    message: "Impossible d'effacer ce client : des ventes ou des paiements le concernent.",
  },
})
