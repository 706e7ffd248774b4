import { defineErreurs } from '#shared/erreurs.ts'

export const documentsErreurs = defineErreurs({
  aucunPaiement: { status: 409, message: "Aucun paiement n'est enregistré pour cette vente." },
  echeanceNonExigible: { status: 409, message: "Cette échéance n'est pas exigible." },
  echeanceManquante: { status: 422, message: 'Veuillez choisir une échéance.' },
  delaiManquant: { status: 422, message: 'Le délai doit être compris entre 1 et 365 jours.' },
  rienDeRetard: { status: 409, message: "Rien n'est en retard sur cette vente." },
  clausesManquantes: {
    status: 409,
    message: "Rédigez d'abord les clauses du contrat dans Paramètres, Documents.",
  },
  dejaAnnule: { status: 409, message: 'Ce document est déjà annulé.' },
})
