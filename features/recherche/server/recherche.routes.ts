import { chargesEndpoints } from '#features/charges/charges.contract.ts'
import { membresEndpoints } from '#features/membres/membres.contract.ts'
import { peut } from '#shared/droits.ts'
import type { FastifyInstance } from 'fastify'
import { rechercheEndpoints } from '#features/recherche/recherche.contract.ts'
import { search } from '#features/recherche/server/recherche.service.ts'
import { route } from '#server/http/route.ts'

export function rechercheRoutes(app: FastifyInstance): void {
  route(app, rechercheEndpoints.search, ({ query }, { db, session }) =>
    search(db, query.q, {
      bons: session !== null && peut(session.role, chargesEndpoints.bons.access),
      membres: session !== null && peut(session.role, membresEndpoints.list.access),
    }),
  )
}
