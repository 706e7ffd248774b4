import { registresEndpoints } from '#features/registres/registres.contract.ts'
import { registresRoutes } from '#features/registres/server/registres.routes.ts'
import { defineFeature } from '#server/feature.ts'

export const registres = defineFeature({
  routes: [registresRoutes],
  calls: { registres: registresEndpoints },
})
