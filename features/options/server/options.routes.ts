import type { FastifyInstance } from 'fastify'
import { optionsEndpoints } from '#features/options/options.contract.ts'
import { listOptions } from '#features/options/server/options.read.ts'
import { createOption, prolongOption, releaseOption } from '#features/options/server/options.service.ts'
import { route } from '#server/http/route.ts'

export function optionsRoutes(app: FastifyInstance): void {
  route(app, optionsEndpoints.list, ({ query }, { db }) => listOptions(db, query))
  route(app, optionsEndpoints.create, async ({ body }, { db, actor }) => ({
    ...(await createOption(db, actor, body)),
    message: optionsEndpoints.create.succes,
  }))
  route(app, optionsEndpoints.update, async ({ params, body }, { db, actor }) => ({
    ...(await prolongOption(db, actor, params.id, body)),
    message: optionsEndpoints.update.succes,
  }))
  route(app, optionsEndpoints.release, async ({ params, body }, { db, actor }) => ({
    ...(await releaseOption(db, actor, params.id, body)),
    message: optionsEndpoints.release.succes,
  }))
}
