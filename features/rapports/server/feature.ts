import { cloturesEndpoints } from '#features/rapports/clotures.contract.ts'
import { chargesRapportEndpoints } from '#features/rapports/charges.contract.ts'
import { ecrituresEndpoints } from '#features/rapports/ecritures.contract.ts'
import { encaissementsEndpoints } from '#features/rapports/encaissements.contract.ts'
import { etatBancaireEndpoints } from '#features/rapports/etat-bancaire.contract.ts'
import { previsionsDuRapport } from '#features/rapports/previsions.contract.ts'
import { payeursEndpoints, recapEndpoints } from '#features/rapports/recap.contract.ts'
import { residencesRapportEndpoints } from '#features/rapports/residences.contract.ts'
import { rapportsEndpoints } from '#features/rapports/rapports.contract.ts'
import { registresEndpoints } from '#features/rapports/registres.contract.ts'
import {
  rapportsRoutes,
  recapRoutes,
  registresRoutes,
  versementsRoutes,
} from '#features/rapports/server/rapports.routes.ts'
import { ecrituresRoutes } from '#features/rapports/server/ecritures.routes.ts'
import { cloturesRoutes } from '#features/rapports/server/clotures.routes.ts'
import { banqueEndpoints } from '#features/rapports/banque.contract.ts'
import { tvaEndpoints } from '#features/rapports/tva.contract.ts'
import { ventesRapportEndpoints } from '#features/rapports/ventes.contract.ts'
import { versementsEndpoints } from '#features/rapports/versements.contract.ts'
import { defineFeature } from '#server/feature.ts'

/**
 * Readings of payments, each with its calls: the versements, the recap, the registers of receipts and of the till,
 * the reports of a month and of a year.
 */
export const rapports = defineFeature({
  routes: [versementsRoutes, recapRoutes, registresRoutes, rapportsRoutes, cloturesRoutes, ecrituresRoutes],
  calls: {
    clotures: cloturesEndpoints,
    etatBancaire: etatBancaireEndpoints,
    recap: { ...payeursEndpoints, ...recapEndpoints },
    ecritures: ecrituresEndpoints,
    encaissements: encaissementsEndpoints,
    rapportPrevisions: previsionsDuRapport,
    rapports: {
      ...rapportsEndpoints,
      ...chargesRapportEndpoints,
      ...residencesRapportEndpoints,
      ...ventesRapportEndpoints,
    },
    registres: registresEndpoints,
    banque: banqueEndpoints,
    tva: tvaEndpoints,
    versements: versementsEndpoints,
  },
})
