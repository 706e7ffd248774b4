import type { FastifyInstance } from 'fastify'
import { optionsEndpoints } from '#features/options/options.contract.ts'
import { eraseTitulaire } from '#features/options/server/effacement.service.ts'
import { listOptions } from '#features/options/server/options.read.ts'
import { createOption, prolongOption, releaseOption } from '#features/options/server/options.service.ts'
import { defineFeature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { communesErreurs, refusal } from '#shared/erreurs.ts'

export const options = defineFeature({
  routes: [routes],
  calls: { options: optionsEndpoints },
  constraints: {
    options_une_ouverte: refusal(communesErreurs.conflit),
  },
})

function routes(app: FastifyInstance): void {
  route(app, optionsEndpoints.list, ({ query }, { db }) => listOptions(db, query))
  route(app, optionsEndpoints.create, ({ body }, { db, actor }) => createOption(db, actor, body))
  route(app, optionsEndpoints.update, ({ params, body }, { db, actor }) =>
    prolongOption(db, actor, params.id, body),
  )
  route(app, optionsEndpoints.release, ({ params, body }, { db, actor }) =>
    releaseOption(db, actor, params.id, body),
  )
  route(app, optionsEndpoints.erase, async ({ params, body }, { db, actor }) => {
    await eraseTitulaire(db, actor, params.id, body.confirmation)
  })
}
