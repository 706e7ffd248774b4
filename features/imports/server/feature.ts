import { importsEndpoints, portefeuilleEndpoints } from '#features/imports/imports.contract.ts'
import { importsRoutes, portefeuilleRoutes } from '#features/imports/server/imports.routes.ts'
import { tidyImports } from '#features/imports/server/imports.state.ts'
import { defineFeature } from '#server/feature.ts'
import { refusal } from '#shared/erreurs.ts'
import { importsErreurs } from '#features/imports/imports.erreurs.ts'

export const imports = defineFeature({
  routes: [importsRoutes, portefeuilleRoutes],
  calls: { imports: importsEndpoints, portefeuille: portefeuilleEndpoints },
  tidy: tidyImports,
  constraints: {
    imports_un_a_la_fois: refusal(importsErreurs.importEnCours),
  },
})
