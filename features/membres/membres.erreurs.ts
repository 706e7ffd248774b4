import { defineErreurs } from '#shared/erreurs.ts'

export const membresErreurs = defineErreurs({
  emailPris: { status: 422, message: 'Cette adresse email est déjà utilisée.' },
  dernierMembre: { status: 422, message: 'Impossible : au moins un membre actif est requis.' },
  derniereDirection: {
    status: 422,
    message: 'Impossible : au moins un membre actif de la direction est requis.',
  },
})
