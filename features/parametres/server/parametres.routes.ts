import type { FastifyInstance } from 'fastify'
import { parametresEndpoints } from '#features/parametres/parametres.contract.ts'
import {
  listParametres,
  listReglages,
  saveParametres,
  type CompleteReglages,
} from '#features/parametres/server/parametres.service.ts'
import { route } from '#server/http/route.ts'

/** @param complete what features that stand on the settings add for the forms */
export function parametresRoutes(app: FastifyInstance, complete: CompleteReglages): void {
  route(app, parametresEndpoints.read, async (_input, { db }) => ({ data: await listParametres(db) }))
  route(app, parametresEndpoints.save, async ({ params, body }, { db, actor }) => ({
    section: params.section,
    ...(await saveParametres(db, actor, params.section, body)),
    message: parametresEndpoints.save.succes,
  }))
  route(app, parametresEndpoints.reglages, async (_input, { db }) => ({
    data: await listReglages(db, complete),
  }))
}
