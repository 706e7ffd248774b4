import { journalEndpoints } from '#features/journal/journal.contract.ts'
import { journalRoutes } from '#features/journal/server/journal.routes.ts'
import { defineFeature } from '#server/feature.ts'

export const journal = defineFeature({
  routes: [journalRoutes],
  calls: { journal: journalEndpoints },
})
