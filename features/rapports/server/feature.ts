import { payeursEndpoints, recapEndpoints } from '#features/rapports/recap.contract.ts'
import { registresEndpoints } from '#features/rapports/registres.contract.ts'
import { recapRoutes, registresRoutes, versementsRoutes } from '#features/rapports/server/rapports.routes.ts'
import { versementsEndpoints } from '#features/rapports/versements.contract.ts'
import { defineFeature } from '#server/feature.ts'

/** Readings of payments, each with its calls: the versements, the recap, the registers of receipts and of the till. */
export const rapports = defineFeature({
  routes: [versementsRoutes, recapRoutes, registresRoutes],
  calls: {
    recap: { ...payeursEndpoints, ...recapEndpoints },
    registres: registresEndpoints,
    versements: versementsEndpoints,
  },
})
