import { prixEndpoints } from '#features/prix/prix.contract.ts'
import { prixRoutes } from '#features/prix/server/prix.routes.ts'
import { defineFeature } from '#server/feature.ts'

export const prix = defineFeature({
  routes: [prixRoutes],
  calls: { prix: prixEndpoints },
})
