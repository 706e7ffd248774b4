import { paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import { completeReglages } from '#features/paiements/server/paiements.reglages.ts'
import { paiementsRoutes } from '#features/paiements/server/paiements.routes.ts'
import { versementsEndpoints } from '#features/paiements/versements.contract.ts'
import { defineFeature } from '#server/feature.ts'
import { communesErreurs, refusal } from '#shared/erreurs.ts'

export const paiements = defineFeature({
  routes: [paiementsRoutes],
  calls: { paiements: paiementsEndpoints, versements: versementsEndpoints },
  settings: { complete: completeReglages },
  constraints: {
    paiements_represente: refusal(communesErreurs.conflit),
    paiements_remise: refusal(communesErreurs.conflit),
    paiements_cheque: refusal(communesErreurs.conflit),
  },
})
