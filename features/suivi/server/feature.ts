import { suiviRoutes } from '#features/suivi/server/suivi.routes.ts'
import { suiviEndpoints } from '#features/suivi/suivi.contract.ts'
import { defineFeature } from '#server/feature.ts'

export const suivi = defineFeature({
  routes: [suiviRoutes],
  calls: { suivi: suiviEndpoints },
})
