import { LOTS } from '#features/biens/biens.kinds.ts'
import { RELANCES_MAX } from '#features/ventes/dossier.codes.ts'
import { formatMontant, formatPourcent, type Centimes } from '#shared/argent.ts'
import { formatJourCourt, type Jour } from '#shared/dates.ts'
import { defineErreurs } from '#shared/erreurs.ts'

export const ventesErreurs = defineErreurs({
  chequeEnBanque: {
    status: 409,
    message: ({ recu, etat }: { recu: string; etat: string }) =>
      `Impossible de retirer ce client : le chèque du reçu ${recu} est ${etat}. Annulez cette étape ou faites un désistement.`,
  },
  dejaRembourse: {
    status: 409,
    message: ({ dossier }: { dossier: string }) =>
      `Le dossier ${dossier} est désisté : ce versement compte dans la retenue ou les remboursements. Corrigez d'abord le désistement.`,
  },
  venteClose: {
    status: 409,
    message: ({ dossier, jour }: { dossier: string; jour: Jour }) =>
      `Le dossier ${dossier} est clos depuis le ${formatJourCourt(jour)}.`,
  },
  appelInvalide: { status: 422, message: "Ce document n'est pas un appel de fonds valable." },
  relanceDunAutre: { status: 409, message: 'Seul son auteur retire une relance, le jour même.' },
  appartementDejaVendu: { status: 409, message: LOTS.appartement.dejaVendu },
  localDejaVendu: { status: 409, message: LOTS.local.dejaVendu },
  placeDejaAttribuee: { status: 409, message: 'Cette place est déjà attribuée.' },
  bienSansClient: { status: 409, message: "Ce bien n'est assigné à aucun client." },
  bienVenduAutreClient: {
    status: 409,
    message: "Ce bien est déjà assigné à un client : retirez-le d'abord pour en choisir un autre.",
  },
  vendeurSansDroit: {
    status: 422,
    message: 'Seule la direction change le vendeur.',
  },
  prixSansDroit: { status: 422, message: 'Votre rôle ne permet pas de changer le prix.' },
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
    /** `demande` and `paye` are in hundredths of a percent. */
    message: ({ demande, paye }: { demande: number; paye: number }) =>
      `La cession demande ${formatPourcent(demande / 100)} du prix payé : ${formatPourcent(paye / 100)} le sont.`,
  },
  aucunDossier: { status: 422, message: 'Choisissez au moins un dossier.' },
  tropDeDossiers: { status: 422, message: `Choisissez ${RELANCES_MAX} dossiers au plus.` },
  dossierInconnu: { status: 422, message: "Un de ces dossiers n'existe pas." },
  rienEnRetard: { status: 422, message: "Rien n'est en retard pour ces dossiers." },
})
