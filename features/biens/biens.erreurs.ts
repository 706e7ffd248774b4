import { LOTS } from '#features/biens/biens.kinds.ts'
import { formatMontant, type Centimes } from '#shared/argent.ts'
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
/** What cannot be deleted: a bien, or a parking for one of its places. */
export type Supprime = keyof typeof CE_BIEN

export const biensErreurs = defineErreurs({
  appartementDejaVendu: { status: 409, message: LOTS.appartement.dejaVendu },
  localDejaVendu: { status: 409, message: LOTS.local.dejaVendu },
  placeDejaAttribuee: { status: 409, message: 'Cette place est déjà attribuée.' },
  bienVendu: {
    status: 409,
    message: ({ type }: { type: TypeBien }) =>
      `Impossible de supprimer ${CE_BIEN[type]} : un client y est rattaché.`,
  },
  bienAvecHistorique: {
    status: 409,
    message: ({ type, paiements }: { type: TypeBien; paiements: number }) =>
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
  montantSousPaye: {
    status: 422,
    message: ({ paye }: { paye: Centimes }) =>
      `Le montant ne peut pas être inférieur au total déjà payé (${formatMontant(paye)}).`,
  },
})
