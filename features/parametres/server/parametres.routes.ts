import type { FastifyInstance } from 'fastify'
import { parametresEndpoints } from '#features/parametres/parametres.contract.ts'
import {
  listParametres,
  listReglages,
  saveParametres,
} from '#features/parametres/server/parametres.service.ts'
import { route } from '#server/http/route.ts'

export function parametresRoutes(app: FastifyInstance): void {
  route(app, parametresEndpoints.read, async (_input, { db }) => ({ data: await listParametres(db) }))
  route(app, parametresEndpoints.save, async ({ params, body }, { db, actor }) => ({
    section: params.section,
    ...(await saveParametres(db, actor, params.section, body)),
    message: parametresEndpoints.save.succes,
  }))
  route(app, parametresEndpoints.reglages, async (_input, { db }) => ({ data: await listReglages(db) }))
}
