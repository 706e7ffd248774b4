import { optionsEndpoints } from '#features/options/options.contract.ts'
import { optionsRoutes } from '#features/options/server/options.routes.ts'
import { defineFeature } from '#server/feature.ts'
import { communesErreurs, refusal } from '#shared/erreurs.ts'

export const options = defineFeature({
  routes: [optionsRoutes],
  calls: { options: optionsEndpoints },
  constraints: {
    options_une_ouverte: refusal(communesErreurs.conflit),
  },
})
