import type { FastifyInstance } from 'fastify'
import { annoteEndpoints } from '#features/imports/annote.contract.ts'
import { portefeuilleEndpoints } from '#features/imports/portefeuille.contract.ts'
import { sendAnnote } from '#features/imports/server/annote.ts'
import { sendPortefeuille } from '#features/imports/server/export.ts'
import { fileRoute } from '#server/http/route.ts'

export function portefeuilleRoutes(app: FastifyInstance): void {
  fileRoute(app, portefeuilleEndpoints.export, ({ query }, context) => sendPortefeuille(query, context))
  fileRoute(app, annoteEndpoints.annote, ({ params }, context) => sendAnnote(params.id, context))
}
