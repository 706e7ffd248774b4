import { chequesEndpoints } from '#features/cheques/cheques.contract.ts'
import { chequesRoutes } from '#features/cheques/server/cheques.routes.ts'
import { defineFeature } from '#server/feature.ts'
import { communesErreurs, refusal } from '#shared/erreurs.ts'

export const cheques = defineFeature({
  routes: [chequesRoutes],
  calls: { cheques: chequesEndpoints },
  constraints: {
    remises_compte: refusal(communesErreurs.conflit),
  },
})
