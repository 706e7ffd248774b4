import { appelDeFonds } from '#features/papiers/server/papers/appel-de-fonds.ts'
import { attestationDePaiement } from '#features/papiers/server/papers/attestation-de-paiement.ts'
import { attestationDeReservation } from '#features/papiers/server/papers/attestation-de-reservation.ts'
import { contratDeReservation } from '#features/papiers/server/papers/contrat-de-reservation.ts'
import { decompte } from '#features/papiers/server/papers/decompte.ts'
import { miseEnDemeure } from '#features/papiers/server/papers/mise-en-demeure.ts'
import { pvDeRemise } from '#features/papiers/server/papers/pv-de-remise.ts'
import type { PapierNumerote } from '#features/papiers/server/press/modele.ts'
import type { PapierDeVente } from '#shared/papiers.ts'

/** The numbered papers of a sale. */
export const NUMEROTES: Readonly<Record<PapierDeVente, PapierNumerote>> = {
  attestation_paiement: attestationDePaiement,
  contrat_reservation: contratDeReservation,
  appel_fonds: appelDeFonds,
  mise_en_demeure: miseEnDemeure,
  pv_remise: pvDeRemise,
  decompte,
  attestation_reservation: attestationDeReservation,
}
