import { formatInstant } from '#shared/dates.ts'
import { defineErreurs } from '#shared/erreurs.ts'

export const sauvegardesErreurs = defineErreurs({
  sauvegardeEnCours: { status: 409, message: 'Une sauvegarde est déjà en cours.' },
  motDePasseIncorrect: { status: 422, message: 'Mot de passe incorrect.' },
  sauvegardeTropTot: {
    status: 403,
    message: ({ des }: { des: Date }) => `Sauvegarde possible à partir du ${formatInstant(des)}.`,
  },
  telechargementExpire: { status: 403, message: 'Ce téléchargement a expiré. Recommencez.' },
  controleEnCours: { status: 409, message: 'Une vérification est déjà en cours.' },
})
