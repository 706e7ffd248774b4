import { comptesEndpoints } from '#features/comptes/comptes.contract.ts'
import { comptesErreurs } from '#features/comptes/comptes.erreurs.ts'
import { comptesRoutes } from '#features/comptes/server/comptes.routes.ts'
import { defineFeature } from '#server/feature.ts'
import { refusalOn } from '#shared/erreurs.ts'

export const comptes = defineFeature({
  routes: [comptesRoutes],
  calls: { comptes: comptesEndpoints },
  constraints: {
    comptes_bancaires_numero: refusalOn('numero', comptesErreurs.compteBancairePris),
  },
})
