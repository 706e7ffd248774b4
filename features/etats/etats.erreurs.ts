import { formatMontant, type Centimes } from '#shared/argent.ts'
import { formatJourCourt, type Jour } from '#shared/dates.ts'
import { defineErreurs } from '#shared/erreurs.ts'

export const etatsErreurs = defineErreurs({
  bienDejaVendu: { status: 409, message: 'Ce bien est déjà assigné à un client.' },
  bienBloque: {
    status: 409,
    message: ({ motif }: { motif: string }) => `Ce bien est bloqué (${motif}) : débloquez-le d'abord.`,
  },
  bienSousOption: {
    status: 409,
    message: ({ nom, jour }: { nom: string; jour: Jour }) =>
      `Ce bien est sous option pour ${nom} jusqu'au ${formatJourCourt(jour)} : libérez l'option d'abord.`,
  },
  bienManquant: { status: 422, message: 'Veuillez sélectionner un bien.' },
  montantSousPaye: {
    status: 422,
    message: ({ paye }: { paye: Centimes }) =>
      `Le montant ne peut pas être inférieur au total déjà payé (${formatMontant(paye)}).`,
  },
})
