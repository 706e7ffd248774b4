import type { FastifyInstance } from 'fastify'
import { promoteurEndpoints } from '#features/promoteur/promoteur.contract.ts'
import {
  createPromoteur,
  deletePromoteur,
  listPromoteurs,
  updatePromoteur,
} from '#features/promoteur/server/promoteur.service.ts'
import { route } from '#server/http/route.ts'

export function promoteurRoutes(app: FastifyInstance): void {
  route(app, promoteurEndpoints.list, (_input, { db }) => listPromoteurs(db))
  // The three sentences have no space before the exclamation mark (D3 §8, Q189).
  route(app, promoteurEndpoints.create, async ({ body }, { db, actor }) => ({
    ...(await createPromoteur(db, actor, body)),
    message: promoteurEndpoints.create.succes,
  }))
  route(app, promoteurEndpoints.update, async ({ params, body }, { db, actor }) => ({
    ...(await updatePromoteur(db, actor, params.id, body)),
    message: promoteurEndpoints.update.succes,
  }))
  route(app, promoteurEndpoints.remove, async ({ params }, { db, actor }) => {
    await deletePromoteur(db, actor, params.id)
    return { message: promoteurEndpoints.remove.succes }
  })
}
