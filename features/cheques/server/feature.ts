import { chequesEndpoints } from '#features/cheques/cheques.contract.ts'
import { chequesRoutes } from '#features/cheques/server/cheques.routes.ts'
import { defineFeature } from '#server/feature.ts'
import { communesErreurs, refusal, refusalOn } from '#shared/erreurs.ts'
import { chequesErreurs } from '#features/cheques/cheques.erreurs.ts'

export const cheques = defineFeature({
  routes: [chequesRoutes],
  calls: { cheques: chequesEndpoints },
  constraints: {
    comptes_bancaires_numero: refusalOn('numero', chequesErreurs.compteBancairePris),
    remises_compte: refusal(communesErreurs.conflit),
  },
})
