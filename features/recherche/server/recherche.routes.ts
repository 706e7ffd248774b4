import type { FastifyInstance } from 'fastify'
import { rechercheEndpoints } from '#features/recherche/recherche.contract.ts'
import { search } from '#features/recherche/server/recherche.service.ts'
import { route } from '#server/http/route.ts'

export function rechercheRoutes(app: FastifyInstance): void {
  route(app, rechercheEndpoints.search, ({ query }, { db }) => search(db, query.q))
}
