import {
  documentsDeBlocEndpoints,
  documentsEndpoints,
  verificationEndpoints,
} from '#features/papiers/papiers.contract.ts'
import {
  documentsDeBlocRoutes,
  documentsRoutes,
  verificationRoutes,
} from '#features/papiers/server/papiers.routes.ts'
import { defineFeature } from '#server/feature.ts'

export const papiers = defineFeature({
  routes: [documentsRoutes, documentsDeBlocRoutes, verificationRoutes],
  calls: {
    documents: documentsEndpoints,
    documentsDeBloc: documentsDeBlocEndpoints,
    verification: verificationEndpoints,
  },
})
