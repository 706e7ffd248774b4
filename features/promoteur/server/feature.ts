import { promoteurEndpoints } from '#features/promoteur/promoteur.contract.ts'
import { promoteurRoutes } from '#features/promoteur/server/promoteur.routes.ts'
import { defineFeature } from '#server/feature.ts'
import { refusal } from '#shared/erreurs.ts'
import { promoteurErreurs } from '#features/promoteur/promoteur.erreurs.ts'

export const promoteur = defineFeature({
  routes: [promoteurRoutes],
  calls: { promoteur: promoteurEndpoints },
  constraints: {
    promoteurs_un_seul: refusal(promoteurErreurs.promoteurExiste),
  },
})
