import { LOTS } from '#features/biens/biens.kinds.ts'
import { formatMontant, type Centimes } from '#shared/argent.ts'
import type { TypeBien } from '#shared/biens.ts'
import { defineErreurs } from '#shared/erreurs.ts'
import { formatCompte } from '#shared/texte.ts'

const CE_BIEN = { appartement: 'cet appartement', local: 'ce local', place_parking: 'cette place' }

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
  montantSousPaye: {
    status: 422,
    message: ({ paye }: { paye: Centimes }) =>
      `Le montant ne peut pas être inférieur au total déjà payé (${formatMontant(paye)}).`,
  },
})
