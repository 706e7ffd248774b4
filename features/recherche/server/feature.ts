import { rechercheEndpoints } from '#features/recherche/recherche.contract.ts'
import { rechercheRoutes } from '#features/recherche/server/recherche.routes.ts'
import { defineFeature } from '#server/feature.ts'

export const recherche = defineFeature({
  routes: [rechercheRoutes],
  calls: { recherche: rechercheEndpoints },
})
