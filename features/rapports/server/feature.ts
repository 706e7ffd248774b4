import { payeursEndpoints, recapEndpoints } from '#features/rapports/recap.contract.ts'
import { registresEndpoints } from '#features/rapports/registres.contract.ts'
import {
  recapRoutes,
  registresRoutes,
  relevesRoutes,
  versementsRoutes,
} from '#features/rapports/server/rapports.routes.ts'
import { versementsEndpoints } from '#features/rapports/versements.contract.ts'
import { defineFeature } from '#server/feature.ts'

/** Readings of payments, each with its calls: the versements, the statements, the recap, the registers of receipts and of the till. */
export const rapports = defineFeature({
  routes: [versementsRoutes, relevesRoutes, recapRoutes, registresRoutes],
  calls: {
    recap: { ...payeursEndpoints, ...recapEndpoints },
    registres: registresEndpoints,
    versements: versementsEndpoints,
  },
})
