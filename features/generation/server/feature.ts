import type { FastifyInstance } from 'fastify'
import { generationEndpoints } from '#features/generation/generation.contract.ts'
import { preview, generate } from '#features/generation/server/generation.service.ts'
import {
  defaireGeneration,
  listGenerations,
  previewDefaire,
} from '#features/generation/server/generation.retrait.ts'
import { defineFeature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'

export const generation = defineFeature({
  routes: [routes],
  calls: { generation: generationEndpoints },
})

function routes(app: FastifyInstance): void {
  route(app, generationEndpoints.generer, async ({ params, body }, { db, actor }) =>
    body.essai
      ? { data: await preview(db, params.id, body) }
      : { data: await generate(db, actor, params.id, body) },
  )
  route(app, generationEndpoints.list, async ({ params }, { db }) => ({
    data: await listGenerations(db, params.id),
  }))
  route(app, generationEndpoints.defaire, ({ params, body }, { db, actor }) =>
    body.essai ? previewDefaire(db, params.id) : defaireGeneration(db, actor, params.id),
  )
}
