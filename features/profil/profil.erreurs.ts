import { defineErreurs } from '#shared/erreurs.ts'

export const profilErreurs = defineErreurs({
  connexionActuelle: { status: 409, message: 'Utilisez « Déconnexion » pour fermer cette connexion.' },
})
