import { formatJourCourt, type Jour } from '#shared/dates.ts'
import { defineErreurs } from '#shared/erreurs.ts'

export const dossiersErreurs = defineErreurs({
  contratAvantReservation: {
    status: 422,
    message: ({ jour }: { jour: Jour }) =>
      `Le contrat ne peut pas précéder la réservation (${formatJourCourt(jour)}).`,
  },
  livraisonAvantContrat: {
    status: 422,
    message: ({ jour }: { jour: Jour }) =>
      `La livraison ne peut pas précéder le contrat (${formatJourCourt(jour)}).`,
  },
  livraisonAvantReservation: {
    status: 422,
    message: ({ jour }: { jour: Jour }) =>
      `La livraison ne peut pas précéder la réservation (${formatJourCourt(jour)}).`,
  },
})
