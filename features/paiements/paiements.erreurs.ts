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
  bienManquant: { status: 422, message: 'Veuillez sélectionner un bien.' },
  bienAutreClient: { status: 422, message: "Ce bien n'appartient pas à ce client." },
})
