import type { FastifyInstance } from 'fastify'
import { planDeVenteEndpoints } from '#features/plan-de-vente/plan-de-vente.contract.ts'
import { readModelePlan, planPdf } from '#features/plan-de-vente/server/plan.ts'
import { readPlanDeVente, toVueClient } from '#features/plan-de-vente/server/plan-de-vente.service.ts'
import { contentDisposition } from '#server/documents/download.ts'
import { fileRoute, route } from '#server/http/route.ts'

export function planDeVenteRoutes(app: FastifyInstance): void {
  route(app, planDeVenteEndpoints.read, async ({ params, query }, { db }) => {
    const plan = await readPlanDeVente(db, params.id)
    return query.vue === 'client' ? toVueClient(plan) : plan
  })
  fileRoute(app, planDeVenteEndpoints.pdf, async ({ params, query }, { read, signal, files, inTurn }) => {
    let nom = ''
    const content = await inTurn(async () => {
      const modele = await read((db) => readModelePlan(db, { ...query, id: params.id }))
      nom = modele.plan.residence.nom
      return planPdf(modele, { signal, files })
    })
    const suffixe = query.vue === 'client' ? '-client' : ''
    return { content, disposition: contentDisposition(`plan-de-vente-${nom}${suffixe}.pdf`, 'inline') }
  })
}
