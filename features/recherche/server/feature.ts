import type { FastifyInstance } from 'fastify'
import { chargesEndpoints } from '#features/charges/charges.contract.ts'
import { membresEndpoints } from '#features/membres/membres.contract.ts'
import { cloturesEndpoints } from '#features/rapports/clotures.contract.ts'
import { rechercheEndpoints } from '#features/recherche/recherche.contract.ts'
import { search } from '#features/recherche/server/recherche.service.ts'
import { defineFeature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { peut } from '#shared/droits.ts'

export const recherche = defineFeature({
  routes: [routes],
  calls: { recherche: rechercheEndpoints },
})

function routes(app: FastifyInstance): void {
  route(app, rechercheEndpoints.search, ({ query }, { db, session }) =>
    search(db, query.q, {
      bons: session !== null && peut(session.role, chargesEndpoints.bons.access),
      clotures: session !== null && peut(session.role, cloturesEndpoints.pdf.access),
      membres: session !== null && peut(session.role, membresEndpoints.list.access),
    }),
  )
}
