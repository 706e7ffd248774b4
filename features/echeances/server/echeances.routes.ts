import type { FastifyInstance } from 'fastify'
import { echeancesEndpoints } from '#features/echeances/echeances.contract.ts'
import { readEcheancesListe } from '#features/echeances/server/echeances.documents.ts'
import { listEcheances } from '#features/echeances/server/echeances.read.ts'
import { sendExport } from '#server/documents/liste.ts'
import { fileRoute, route } from '#server/http/route.ts'

export function echeancesRoutes(app: FastifyInstance): void {
  route(app, echeancesEndpoints.list, ({ query }, { db }) => listEcheances(db, query))
  fileRoute(app, echeancesEndpoints.export, ({ query }, context) =>
    sendExport(query, context, (db) => readEcheancesListe(db, query)),
  )
}
