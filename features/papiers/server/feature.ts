import { documentsEndpoints, verificationEndpoints } from '#features/papiers/papiers.contract.ts'
import { documentsRoutes, verificationRoutes } from '#features/papiers/server/papiers.routes.ts'
import { defineFeature } from '#server/feature.ts'

export const papiers = defineFeature({
  routes: [documentsRoutes, verificationRoutes],
  calls: { documents: documentsEndpoints, verification: verificationEndpoints },
})
