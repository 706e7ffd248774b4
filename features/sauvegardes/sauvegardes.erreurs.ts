import { defineErreurs } from '#shared/erreurs.ts'

export const sauvegardesErreurs = defineErreurs({
  sauvegardeEnCours: { status: 409, message: 'Une sauvegarde est déjà en cours.' },
  motDePasseIncorrect: { status: 422, message: 'Mot de passe incorrect.' },
  telechargementExpire: { status: 403, message: 'Ce téléchargement a expiré. Recommencez.' },
})
