import { accesEndpoints } from '#features/acces/acces.contract.ts'
import { profilEndpoints } from '#features/acces/profil.contract.ts'
import { secondFacteurEndpoints } from '#features/acces/second-facteur.contract.ts'
import { secondFacteurRoutes } from '#features/acces/server/second-facteur.routes.ts'
import { accesRoutes, profilRoutes } from '#features/acces/server/acces.routes.ts'
import { tidyAcces } from '#features/acces/server/acces.service.ts'
import { defineFeature } from '#server/feature.ts'

export const acces = defineFeature({
  routes: [accesRoutes, profilRoutes, secondFacteurRoutes],
  calls: { acces: accesEndpoints, profil: profilEndpoints, secondFacteur: secondFacteurEndpoints },
  tidy: tidyAcces,
})
