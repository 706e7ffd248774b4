import type { FastifyInstance } from 'fastify'
import { parametresEndpoints } from '#features/parametres/parametres.contract.ts'
import {
  listParametres,
  listReglages,
  saveParametres,
  type CompleteReglages,
  type PrepareSection,
} from '#features/parametres/server/parametres.service.ts'
import { route } from '#server/http/route.ts'

/** @param features what those that stand on the settings add for the forms, and say to what is saved */
export function parametresRoutes(
  app: FastifyInstance,
  { complete, prepare }: { complete: CompleteReglages; prepare: PrepareSection },
): void {
  route(app, parametresEndpoints.read, async (_input, { db }) => ({ data: await listParametres(db) }))
  route(app, parametresEndpoints.save, async ({ params, body }, { db, actor }) => ({
    section: params.section,
    ...(await saveParametres(db, actor, params.section, body, prepare)),
    message: parametresEndpoints.save.succes,
  }))
  route(app, parametresEndpoints.reglages, async (_input, { db }) => ({
    data: await listReglages(db, complete),
  }))
}
