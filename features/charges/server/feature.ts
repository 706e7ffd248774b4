import { chargesEndpoints } from '#features/charges/charges.contract.ts'
import { reglementsEndpoints } from '#features/charges/reglements.contract.ts'
import { chargesRoutes } from '#features/charges/server/charges.routes.ts'
import { defineFeature } from '#server/feature.ts'
import { communesErreurs, refusal } from '#shared/erreurs.ts'

export const charges = defineFeature({
  routes: [chargesRoutes],
  calls: { charges: chargesEndpoints, reglements: reglementsEndpoints },
  constraints: {
    bons_residence: refusal(communesErreurs.conflit),
    reglements_bon: refusal(communesErreurs.conflit),
    reglements_compte: refusal(communesErreurs.conflit),
  },
})
