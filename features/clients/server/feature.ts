import { civiliteEndpoints } from '#features/clients/civilite.contract.ts'
import { clientsEndpoints } from '#features/clients/clients.contract.ts'
import { fichesEndpoints, piecesEndpoints } from '#features/clients/fiches.contract.ts'
import { clientsRoutes, fichesRoutes, piecesRoutes } from '#features/clients/server/clients.routes.ts'
import { prepareTypesDePiece } from '#features/clients/server/pieces.types.ts'
import { defineFeature } from '#server/feature.ts'

export const clients = defineFeature({
  routes: [clientsRoutes, fichesRoutes, piecesRoutes],
  calls: {
    clients: clientsEndpoints,
    fiches: fichesEndpoints,
    civilite: civiliteEndpoints,
    pieces: piecesEndpoints,
  },
  settings: { prepare: prepareTypesDePiece },
})
