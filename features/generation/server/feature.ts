import { generationEndpoints } from '#features/generation/generation.contract.ts'
import { generationRoutes } from '#features/generation/server/generation.routes.ts'
import { defineFeature } from '#server/feature.ts'

export const generation = defineFeature({
  routes: [generationRoutes],
  calls: { generation: generationEndpoints },
})
