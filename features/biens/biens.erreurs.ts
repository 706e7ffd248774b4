import type { TypeBien } from '#shared/biens.ts'
import { formatJourCourt, type Jour } from '#shared/dates.ts'
import { defineErreurs } from '#shared/erreurs.ts'
import { formatCompte } from '#shared/texte.ts'

const CE_BIEN = {
  appartement: 'cet appartement',
  local: 'ce local',
  place_parking: 'cette place',
  parking: 'ce parking',
} satisfies Record<TypeBien | 'parking', string>
export type Supprime = keyof typeof CE_BIEN

export const biensErreurs = defineErreurs({
  bienVendu: {
    status: 409,
    message: ({ type }: { type: TypeBien }) =>
      `Impossible de supprimer ${CE_BIEN[type]} : un client y est rattaché.`,
  },
  bienAvecHistorique: {
    status: 409,
    message: ({ type, paiements }: { type: Supprime; paiements: number }) =>
      `Impossible de supprimer ${CE_BIEN[type]} : ${formatCompte(paiements, "paiement d'anciens clients", "paiements d'anciens clients")} y ${paiements > 1 ? 'sont rattachés' : 'est rattaché'}.`,
  },
  bienSousOptionSuppression: {
    status: 409,
    message: ({ type, jour }: { type: Supprime; jour: Jour }) =>
      `Impossible de supprimer ${CE_BIEN[type]} : une option est en cours jusqu'au ${formatJourCourt(jour)}.`,
  },
  bienAvecDossier: {
    status: 409,
    message: ({ type, dossiers }: { type: Supprime; dossiers: number }) =>
      `Impossible de supprimer ${CE_BIEN[type]} : ${formatCompte(dossiers, 'dossier clos ou transféré', 'dossiers clos ou transférés')} y ${dossiers > 1 ? 'sont rattachés' : 'est rattaché'}.`,
  },
  numLotPris: { status: 422, message: 'Ce numéro de lot existe déjà à cet étage.' },
  appartementSansPlan: { status: 404, message: 'Aucun plan PDF disponible pour cet appartement.' },
  numLocalPris: { status: 422, message: 'Ce numéro existe déjà dans ce bloc.' },
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
