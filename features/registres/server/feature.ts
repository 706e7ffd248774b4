import type { FastifyInstance } from 'fastify'
import { registresEndpoints } from '#features/registres/registres.contract.ts'
import { listCaisse } from '#features/registres/server/caisse.service.ts'
import { listRecus } from '#features/registres/server/registre.service.ts'
import { readCaisseListe, readRegistreListe } from '#features/registres/server/registres.documents.ts'
import { sendExport } from '#server/documents/liste.ts'
import { defineFeature } from '#server/feature.ts'
import { fileRoute, route } from '#server/http/route.ts'

export const registres = defineFeature({
  routes: [routes],
  calls: { registres: registresEndpoints },
})

function routes(app: FastifyInstance): void {
  route(app, registresEndpoints.listRecus, ({ query }, { db, pool }) => listRecus(db, pool, query))
  fileRoute(app, registresEndpoints.exportRecus, ({ query }, context) =>
    sendExport(query, context, (db, checkTotal) => readRegistreListe(db, context.pool, query, checkTotal)),
  )
  route(app, registresEndpoints.listCaisse, ({ query }, { db }) => listCaisse(db, query))
  fileRoute(app, registresEndpoints.exportCaisse, ({ query }, context) =>
    sendExport(query, context, (db, checkTotal) => readCaisseListe(db, query, checkTotal)),
  )
}
