import type { FastifyInstance } from 'fastify'
import { planDeVenteEndpoints } from '#features/plan-de-vente/plan-de-vente.contract.ts'
import { readPlanDeVente, toVueClient } from '#features/plan-de-vente/server/plan-de-vente.service.ts'
import { route } from '#server/http/route.ts'

export function planDeVenteRoutes(app: FastifyInstance): void {
  route(app, planDeVenteEndpoints.read, async ({ params, query }, { db }) => {
    const plan = await readPlanDeVente(db, params.id)
    return query.vue === 'client' ? toVueClient(plan) : plan
  })
}
