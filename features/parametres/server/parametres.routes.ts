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

/** Registers the calls of the settings. @param features additions of other features to the réglages, and their checks of a save */
export function parametresRoutes(
  app: FastifyInstance,
  { complete, prepare }: { complete: CompleteReglages; prepare: PrepareSection },
): void {
  route(app, parametresEndpoints.read, async (_input, { db }) => ({ data: await listParametres(db) }))
  route(app, parametresEndpoints.save, async ({ params, body }, { db, actor }) => ({
    section: params.section,
    ...(await saveParametres(db, actor, params.section, body, prepare)),
  }))
  route(app, parametresEndpoints.reglages, async (_input, { db }) => ({
    data: await listReglages(db, complete),
  }))
}
