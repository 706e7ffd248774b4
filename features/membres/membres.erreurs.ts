import { defineErreurs } from '#shared/erreurs.ts'

export const membresErreurs = defineErreurs({
  emailPris: { status: 422, message: 'Cette adresse email est déjà utilisée.' },
  dernierMembre: { status: 422, message: 'Impossible : au moins un membre actif est requis.' },
  soiMeme: { status: 409, message: 'Changez le vôtre dans Profil.' },
  sansCode: { status: 409, message: "Ce membre n'a pas de code à la connexion." },
  derniereDirection: {
    status: 422,
    message: 'Impossible : au moins un membre actif de la direction est requis.',
  },
})
