import type { FastifyInstance } from 'fastify'
import { planDeVenteEndpoints } from '#features/plan-de-vente/plan-de-vente.contract.ts'
import { readPlanDeVente, toVueClient } from '#features/plan-de-vente/server/plan-de-vente.service.ts'
import { readModelePlan, planPdf } from '#features/plan-de-vente/server/plan.ts'
import { contentDisposition } from '#server/documents/download.ts'
import { defineFeature } from '#server/feature.ts'
import { fileRoute, route } from '#server/http/route.ts'
import { nomDuBloc } from '#shared/nommer.ts'

export const planDeVente = defineFeature({
  routes: [routes],
  calls: { planDeVente: planDeVenteEndpoints },
})

function routes(app: FastifyInstance): void {
  route(app, planDeVenteEndpoints.read, async ({ params, query }, { db }) => {
    const plan = await readPlanDeVente(db, params.id)
    return query.vue === 'client' ? toVueClient(plan) : plan
  })
  fileRoute(app, planDeVenteEndpoints.pdf, async ({ params, query }, { read, signal, files, inTurn }) => {
    let nom = ''
    let bloc: string | null = null
    const content = await inTurn(async () => {
      const modele = await read((db) => readModelePlan(db, { ...query, id: params.id }))
      nom = modele.plan.residence.nom
      bloc = modele.bloc
      return planPdf(modele, { signal, files })
    })
    const fichier = nomDuPlan({ ...query, nom, bloc })
    return { content, disposition: contentDisposition(fichier, 'inline') }
  })
}

interface PlanNomme {
  nom: string
  bloc: string | null
  format: 'a3' | undefined
  vue: 'client' | undefined
}

/** « plan-de-vente-Les Jardins-bloc-A-a3-client.pdf ». */
function nomDuPlan({ nom, bloc, format, vue }: PlanNomme): string {
  const parts = [
    'plan-de-vente',
    nom,
    ...(bloc === null ? [] : ['bloc', nomDuBloc(bloc)]),
    ...(format === 'a3' ? ['a3'] : []),
    ...(vue === 'client' ? ['client'] : []),
  ]
  return `${parts.join('-')}.pdf`
}
