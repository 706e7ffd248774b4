import type { FastifyInstance } from 'fastify'
import { portefeuilleEndpoints } from '#features/imports/portefeuille.contract.ts'
import { sendPortefeuille } from '#features/imports/server/export.ts'
import { fileRoute } from '#server/http/route.ts'

export function portefeuilleRoutes(app: FastifyInstance): void {
  fileRoute(app, portefeuilleEndpoints.export, ({ query }, context) => sendPortefeuille(query, context))
}
