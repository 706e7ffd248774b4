import { defineErreurs, type Contraintes } from '#shared/erreurs.ts'
import { formatCompte } from '#shared/texte.ts'

export const parkingsErreurs = defineErreurs({
  parkingInconnu: { status: 422, message: 'Veuillez sélectionner un parking.' },
  parkingPlein: { status: 422, message: 'La capacité du parking est atteinte.' },
  capaciteInsuffisante: {
    status: 422,
    message: 'La capacité ne peut pas être inférieure au nombre de places créées.',
  },
  parkingOccupe: {
    status: 409,
    message: "Erreur lors de la suppression du parking. Vérifiez qu'il ne contient pas de places occupées.",
  },
  parkingAvecHistorique: {
    status: 409,
    message: ({ paiements }: { paiements: number }) =>
      `Impossible de supprimer ce parking : ${formatCompte(paiements, "paiement d'anciens clients", "paiements d'anciens clients")} y ${paiements > 1 ? 'sont rattachés' : 'est rattaché'}.`,
  },
  numeroPlacePris: {
    status: 422,
    message: "Erreur lors de la création de la place. Vérifiez que le numéro n'est pas déjà utilisé.",
  },
  numeroPlaceDejaUtilise: { status: 422, message: 'Ce numéro de place est déjà utilisé dans ce parking.' },
  placeOccupee: {
    status: 409,
    message: "Erreur lors de la suppression de la place. Vérifiez qu'elle n'est pas occupée.",
  },
})

export const parkingsContraintes = {
  places_parking_numero_unique: { code: 'numeroPlaceDejaUtilise', champ: 'numero_place' },
} as const satisfies Contraintes
