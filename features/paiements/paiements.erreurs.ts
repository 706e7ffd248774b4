import { formatMontant, type Centimes } from '#shared/argent.ts'
import { defineErreurs } from '#shared/erreurs.ts'

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
  modeDuGroupe: {
    status: 422,
    message: 'Un versement groupé se fait par chèque, virement ou versement bancaire.',
  },
  bienAutreClient: { status: 422, message: "Ce bien n'appartient pas à ce client." },
})
