import { echeancesEndpoints, echeancierEndpoints } from '#features/echeanciers/echeances.contract.ts'
import { echeanciersRoutes } from '#features/echeanciers/server/echeanciers.routes.ts'
import { completeModeles, prepareModeles } from '#features/echeanciers/server/modeles.service.ts'
import { stadesEndpoints } from '#features/echeanciers/stades.contract.ts'
import { previsionsEndpoints } from '#features/echeanciers/previsions.contract.ts'
import { defineFeature } from '#server/feature.ts'
import { refusal, refusalOn } from '#shared/erreurs.ts'
import { echeanciersErreurs } from '#features/echeanciers/echeanciers.erreurs.ts'

export const echeanciers = defineFeature({
  routes: [echeanciersRoutes],
  calls: {
    echeanciers: echeancierEndpoints,
    echeances: echeancesEndpoints,
    stades: stadesEndpoints,
    previsions: previsionsEndpoints,
  },
  settings: { complete: completeModeles, prepare: prepareModeles },
  constraints: {
    stades_nom_unique: refusalOn('nom', echeanciersErreurs.stadeNomPris),
    stades_atteints_stade: refusal(echeanciersErreurs.stadeUtilise),
    echeances_stade: refusal(echeanciersErreurs.stadeUtilise),
  },
})
