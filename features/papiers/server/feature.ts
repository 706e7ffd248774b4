import { appelsEndpoints } from '#features/papiers/appels.contract.ts'
import {
  documentsDeBlocEndpoints,
  documentsEndpoints,
  verificationEndpoints,
} from '#features/papiers/papiers.contract.ts'
import { appelsRoutes } from '#features/papiers/server/appels.routes.ts'
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
    appelsRoutes,
    verificationRoutes,
    impressionsDesVentes,
    autresImpressions,
    relevesRoutes,
    recapRoutes,
  ],
  calls: {
    documents: documentsEndpoints,
    documentsDeBloc: documentsDeBlocEndpoints,
    appels: appelsEndpoints,
    verification: verificationEndpoints,
  },
})
