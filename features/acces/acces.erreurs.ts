import { defineErreurs } from '#shared/erreurs.ts'

export const accesErreurs = defineErreurs({
  identifiants: { status: 422, message: 'Ces identifiants ne correspondent pas à nos enregistrements.' },
  compteInactif: {
    status: 403,
    message: "Votre compte n'est pas encore activé. Un administrateur doit valider votre demande.",
  },
  provisoireExpire: {
    status: 403,
    message: 'Ce mot de passe provisoire a expiré. Demandez-en un autre à la direction.',
  },
  codeDemande: { status: 422, message: 'Donnez le code de votre application.' },
  codeInvalide: { status: 422, message: "Ce code n'est pas valide." },
  motDePasseActuel: { status: 422, message: "Ce n'est pas le mot de passe actuel." },
  memeMotDePasse: { status: 422, message: 'Choisissez un autre mot de passe.' },
  codeActif: { status: 409, message: 'Le code à la connexion est déjà actif.' },
  codeNonCommence: { status: 409, message: 'Commencez par « Activer ».' },
  tropDeDemandes: { status: 429, message: 'Trop de demandes attendent. Demandez à un membre.' },
  connexionActuelle: { status: 409, message: 'Utilisez « Déconnexion » pour fermer cette connexion.' },
})
