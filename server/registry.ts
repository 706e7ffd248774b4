import type { FastifyInstance } from 'fastify'
import { accesRoutes } from '#features/acces/server/acces.routes.ts'
import { clientsRoutes } from '#features/clients/server/clients.routes.ts'
import { paiementsRoutes } from '#features/paiements/server/paiements.routes.ts'
import { parkingsRoutes } from '#features/parkings/server/parkings.routes.ts'
import { promoteurRoutes } from '#features/promoteur/server/promoteur.routes.ts'
import { recapRoutes } from '#features/recap/server/recap.routes.ts'
import { rechercheRoutes } from '#features/recherche/server/recherche.routes.ts'

/** Every feature that answers calls, under the name of its folder. */
export const features: Record<string, (app: FastifyInstance) => void> = {
  acces: accesRoutes,
  clients: clientsRoutes,
  paiements: paiementsRoutes,
  parkings: parkingsRoutes,
  promoteur: promoteurRoutes,
  recap: recapRoutes,
  recherche: rechercheRoutes,
}
