import { formatMontant, type Centimes } from '#shared/argent.ts'
import { formatJourCourt, type Jour } from '#shared/dates.ts'
import { defineErreurs, type Contraintes } from '#shared/erreurs.ts'

export const paiementsErreurs = defineErreurs({
  versementDepasse: {
    status: 422,
    message: ({ reste }: { reste: Centimes }) =>
      `Le versement dépasse le reste à payer (${formatMontant(reste)}).`,
  },
  venteTerminee: {
    status: 409,
    message: 'La vente de ce bien est terminée : seuls les détails de ce paiement peuvent être corrigés.',
  },
  chequeFige: {
    status: 409,
    message: ({ etat }: { etat: string }) =>
      `Ce chèque est ${etat} : seuls les détails, le payeur et le justificatif peuvent être corrigés.`,
  },
  chequeNonSupprimable: {
    status: 409,
    message: ({ etat }: { etat: string }) => `Impossible de supprimer ce paiement : son chèque est ${etat}.`,
  },
  chequeRepresente: {
    status: 409,
    message: ({ recu }: { recu: string }) =>
      `Ce paiement représente le chèque du reçu ${recu} : son montant, son mode et son bien ne changent pas.`,
  },
  sansJustificatif: { status: 404, message: "Aucun justificatif n'est joint à ce paiement." },
  pasUnCheque: { status: 409, message: "Ce paiement n'est pas un chèque." },
  chequeDeja: {
    status: 409,
    message: ({ recu, etat }: { recu: string; etat: string }) =>
      `Le chèque du reçu ${recu} est déjà ${etat}.`,
  },
  chequeJour: {
    status: 422,
    message: ({ apres, jour }: { apres: 'remise' | 'encaissement'; jour: Jour }) =>
      `La date ne peut pas précéder celle de ${apres === 'remise' ? 'la remise' : "l'encaissement"} (${formatJourCourt(jour)}).`,
  },
  pasRejete: {
    status: 409,
    message: ({ recu }: { recu: string }) => `Le chèque du reçu ${recu} n'est pas rejeté.`,
  },
  dejaRepresente: {
    status: 409,
    message: ({ recu }: { recu: string }) => `Ce chèque a déjà été représenté par le reçu ${recu}.`,
  },
  venteFinie: {
    status: 409,
    message: 'La vente de ce bien est terminée : ce chèque ne peut plus être représenté.',
  },
  rienAAnnuler: { status: 409, message: "Ce chèque est à remettre : aucune étape n'est à annuler." },
  bienManquant: { status: 422, message: 'Veuillez sélectionner un bien.' },
  bienAutreClient: { status: 422, message: "Ce bien n'appartient pas à ce client." },
})

export const paiementsContraintes = {
  paiements_represente: { code: 'conflit' },
  paiements_remise: { code: 'conflit' },
  paiements_cheque: { code: 'conflit' },
} as const satisfies Contraintes
