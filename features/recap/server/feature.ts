import { payeursEndpoints } from '#features/paiements/versements.contract.ts'
import { recapEndpoints } from '#features/recap/recap.contract.ts'
import { recapRoutes } from '#features/recap/server/recap.routes.ts'
import { defineFeature } from '#server/feature.ts'

export const recap = defineFeature({
  routes: [recapRoutes],
  calls: { recap: { ...payeursEndpoints, ...recapEndpoints } },
})
