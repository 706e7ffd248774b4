import type { FastifyInstance } from 'fastify'
import { prixEndpoints } from '#features/prix/prix.contract.ts'
import { readHistorique } from '#features/prix/server/historique.read.ts'
import { applyRevision, previewRevision } from '#features/prix/server/revision.service.ts'
import { defineFeature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'

export const prix = defineFeature({
  routes: [routes],
  calls: { prix: prixEndpoints },
})

function routes(app: FastifyInstance): void {
  route(app, prixEndpoints.history, ({ params }, { db }) => readHistorique(db, params.id))
  route(app, prixEndpoints.revise, async ({ body }, { db, actor }) =>
    body.essai ? { data: await previewRevision(db, body) } : { data: await applyRevision(db, actor, body) },
  )
}
