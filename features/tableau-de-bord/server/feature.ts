import { tableauDeBordRoutes } from '#features/tableau-de-bord/server/tableau-de-bord.routes.ts'
import { tableauDeBordEndpoints } from '#features/tableau-de-bord/tableau-de-bord.contract.ts'
import { defineFeature } from '#server/feature.ts'

export const tableauDeBord = defineFeature({
  routes: [tableauDeBordRoutes],
  calls: { tableauDeBord: tableauDeBordEndpoints },
})
