import { planDeVenteEndpoints } from '#features/plan-de-vente/plan-de-vente.contract.ts'
import { planDeVenteRoutes } from '#features/plan-de-vente/server/plan-de-vente.routes.ts'
import { defineFeature } from '#server/feature.ts'

export const planDeVente = defineFeature({
  routes: [planDeVenteRoutes],
  calls: { planDeVente: planDeVenteEndpoints },
})
