import type { FastifyInstance } from 'fastify'
import { ecrituresEndpoints } from '#features/rapports/ecritures.contract.ts'
import { listEcritures } from '#features/rapports/server/ecritures.service.ts'
import { route } from '#server/http/route.ts'

export function ecrituresRoutes(app: FastifyInstance): void {
  route(app, ecrituresEndpoints.read, ({ query }, { db }) => listEcritures(db, query))
}
