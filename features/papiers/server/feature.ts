import {
  documentsDeBlocEndpoints,
  documentsEndpoints,
  verificationEndpoints,
} from '#features/papiers/papiers.contract.ts'
import {
  autresImpressions,
  impressionsDesVentes,
  recapRoutes,
  relevesRoutes,
} from '#features/papiers/server/impressions.routes.ts'
import {
  documentsDeBlocRoutes,
  documentsRoutes,
  verificationRoutes,
} from '#features/papiers/server/papiers.routes.ts'
import { defineFeature } from '#server/feature.ts'

export const papiers = defineFeature({
  routes: [
    documentsRoutes,
    documentsDeBlocRoutes,
    verificationRoutes,
    impressionsDesVentes,
    autresImpressions,
    relevesRoutes,
    recapRoutes,
  ],
  calls: {
    documents: documentsEndpoints,
    documentsDeBloc: documentsDeBlocEndpoints,
    verification: verificationEndpoints,
  },
})
