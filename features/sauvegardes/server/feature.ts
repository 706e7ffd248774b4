import { santeEndpoints, sauvegardesEndpoints } from '#features/sauvegardes/sauvegardes.contract.ts'
import { santeRoutes, sauvegardesRoutes } from '#features/sauvegardes/server/sauvegardes.routes.ts'
import { defineFeature } from '#server/feature.ts'

export const sauvegardes = defineFeature({
  routes: [santeRoutes, sauvegardesRoutes],
  calls: { sante: santeEndpoints, sauvegardes: sauvegardesEndpoints },
})
