import { defineErreurs } from '#shared/erreurs.ts'

export const banqueErreurs = defineErreurs({
  ligneInvalide: { status: 422, message: "Cette valeur n'est pas valide." },
  ligneSansCompte: { status: 409, message: "Choisissez d'abord le compte de cette ligne." },
})
