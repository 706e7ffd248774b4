import { chargesEndpoints } from '#features/charges/charges.contract.ts'
import { chargesRoutes } from '#features/charges/server/charges.routes.ts'
import { defineFeature } from '#server/feature.ts'

export const charges = defineFeature({
  routes: [chargesRoutes],
  calls: { charges: chargesEndpoints },
})
