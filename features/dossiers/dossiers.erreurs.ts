import { formatMontant, formatPourcent, type Centimes } from '#shared/argent.ts'
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
  venteLivree: {
    status: 409,
    message: "Ce bien est livré : effacez d'abord la date de livraison du dossier.",
  },
  retenueTropHaute: {
    status: 422,
    message: ({ max }: { max: Centimes }) => `La retenue ne peut pas dépasser ${formatMontant(max)}.`,
  },
  remboursementDepasse: {
    status: 422,
    message: ({ remboursable }: { remboursable: Centimes }) =>
      `Le remboursement dépasse ce qui peut être remboursé (${formatMontant(remboursable)}).`,
  },
  pasDeDesistement: {
    status: 409,
    message: "Ce dossier n'est pas désisté : rien n'est à rembourser.",
  },
  remboursementsExistent: {
    status: 409,
    message: "Des remboursements sont enregistrés : supprimez-les d'abord.",
  },
  dejaAcquereur: { status: 422, message: 'Ce client est déjà acquéreur de cette vente.' },
  partsTropHautes: { status: 422, message: 'La somme des parts doit rester inférieure à 100 %.' },
  memeBien: { status: 422, message: 'Le dossier porte déjà sur ce bien.' },
  memeClient: { status: 422, message: 'Ce client détient déjà le dossier.' },
  cessionEtape: {
    status: 409,
    message: "La cession n'est permise qu'avant le contrat (Paramètres).",
  },
  cessionPaye: {
    status: 409,
    /** Both in hundredths of a percent. */
    message: ({ demande, paye }: { demande: number; paye: number }) =>
      `La cession demande ${formatPourcent(demande / 100)} du prix payé : ${formatPourcent(paye / 100)} le sont.`,
  },
})
