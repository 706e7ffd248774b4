import { etatsErreurs } from '#features/etats/etats.erreurs.ts'
import { acquereursEndpoints } from '#features/ventes/acquereurs.contract.ts'
import { dossiersEndpoints } from '#features/ventes/dossiers.contract.ts'
import {
  desistementEndpoints,
  remboursementsEndpoints,
  transfertsEndpoints,
} from '#features/ventes/fins.contract.ts'
import { relancesEndpoints } from '#features/ventes/relances.contract.ts'
import { ventesRoutes } from '#features/ventes/server/ventes.routes.ts'
import { defineFeature } from '#server/feature.ts'
import { communesErreurs, refusal } from '#shared/erreurs.ts'

export const ventes = defineFeature({
  routes: [ventesRoutes],
  calls: {
    acquereurs: acquereursEndpoints,
    ventes: { ...dossiersEndpoints, ...desistementEndpoints, ...transfertsEndpoints },
    relances: relancesEndpoints,
    remboursements: remboursementsEndpoints,
  },
  constraints: {
    ventes_une_ouverte: refusal(etatsErreurs.bienDejaVendu),
    ventes_paye_borne: refusal(communesErreurs.conflit),
    ventes_client: refusal(communesErreurs.conflit),
    paiements_detenteur: refusal(communesErreurs.conflit),
    documents_detenteur: refusal(communesErreurs.conflit),
  },
})
