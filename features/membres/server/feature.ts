import { membresEndpoints } from '#features/membres/membres.contract.ts'
import { membresRoutes } from '#features/membres/server/membres.routes.ts'
import { defineFeature } from '#server/feature.ts'
import { refusalOn } from '#shared/erreurs.ts'
import { membresErreurs } from '#features/membres/membres.erreurs.ts'

export const membres = defineFeature({
  routes: [membresRoutes],
  calls: { membres: membresEndpoints },
  constraints: {
    membres_email_unique: refusalOn('email', membresErreurs.emailPris),
  },
})
