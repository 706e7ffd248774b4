import { defineErreurs, type Contraintes } from '#shared/erreurs.ts'

export const membresErreurs = defineErreurs({
  emailPris: { status: 422, message: 'Cette adresse email est déjà utilisée.' },
  dernierMembre: { status: 422, message: 'Impossible : au moins un membre actif est requis.' },
  derniereDirection: {
    status: 422,
    message: 'Impossible : au moins un membre actif de la direction est requis.',
  },
})

export const membresContraintes = {
  membres_email_unique: { code: 'emailPris', champ: 'email' },
} as const satisfies Contraintes
