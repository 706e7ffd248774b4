import { defineErreurs } from '#shared/erreurs.ts'

export const accesErreurs = defineErreurs({
  identifiants: { status: 422, message: 'Ces identifiants ne correspondent pas à nos enregistrements.' },
  compteInactif: {
    status: 403,
    message: "Votre compte n'est pas encore activé. Un administrateur doit valider votre demande.",
  },
  tropDeDemandes: { status: 429, message: 'Trop de demandes attendent. Demandez à un membre.' },
  connexionActuelle: { status: 409, message: 'Utilisez « Déconnexion » pour fermer cette connexion.' },
})
