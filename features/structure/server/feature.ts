import { blocsEndpoints } from '#features/structure/blocs.contract.ts'
import { budgetEndpoints } from '#features/structure/budget.contract.ts'
import { dossierLegalEndpoints } from '#features/structure/dossier-legal.contract.ts'
import { etagesEndpoints } from '#features/structure/etages.contract.ts'
import { residencesEndpoints } from '#features/structure/residences.contract.ts'
import {
  blocsRoutes,
  dossierLegalRoutes,
  etagesRoutes,
  residencesRoutes,
} from '#features/structure/server/structure.routes.ts'
import { defineFeature } from '#server/feature.ts'
import { refusalOn } from '#shared/erreurs.ts'
import { structureErreurs } from '#features/structure/structure.erreurs.ts'

export const structure = defineFeature({
  routes: [blocsRoutes, dossierLegalRoutes, etagesRoutes, residencesRoutes],
  calls: {
    residences: residencesEndpoints,
    budget: budgetEndpoints,
    dossierLegal: dossierLegalEndpoints,
    blocs: blocsEndpoints,
    etages: etagesEndpoints,
  },
  constraints: {
    residences_nom_unique: refusalOn('nom', structureErreurs.residenceNomPris, { action: 'la création' }),
  },
})
