import { defineErreurs } from '#shared/erreurs.ts'

export const papiersErreurs = defineErreurs({
  aucunPaiement: { status: 409, message: "Aucun paiement n'est enregistré pour cette vente." },
  rienEncaisse: {
    status: 409,
    message:
      "Aucun versement de cette vente n'est encore encaissé : l'attestation s'établit après l'encaissement.",
  },
  jourDesSommes: {
    status: 422,
    message: "Ce document porte des sommes à ce jour : sa date est celle d'aujourd'hui.",
  },
  texteTropLong: { status: 422, message: 'Ce texte est trop long.' },
  echeanceNonExigible: { status: 409, message: "Cette échéance n'est pas exigible." },
  echeanceManquante: { status: 422, message: 'Veuillez choisir une échéance.' },
  delaiManquant: { status: 422, message: 'Le délai doit être compris entre 1 et 365 jours.' },
  rienDeRetard: { status: 409, message: "Rien n'est en retard sur cette vente." },
  clausesManquantes: {
    status: 409,
    message: "Rédigez d'abord les clauses du contrat dans Paramètres, Documents.",
  },
  dejaAnnule: { status: 409, message: 'Ce document est déjà annulé.' },
  codeInconnu: { status: 404, message: 'Aucun document ne porte ce code.' },
})
