import type { FastifyInstance } from 'fastify'
import { accesRoutes } from '#features/acces/server/acces.routes.ts'
import { appartementsRoutes } from '#features/appartements/server/appartements.routes.ts'
import { blocsRoutes } from '#features/blocs/server/blocs.routes.ts'
import { chargesRoutes } from '#features/charges/server/charges.routes.ts'
import { clientsRoutes } from '#features/clients/server/clients.routes.ts'
import { etagesRoutes } from '#features/etages/server/etages.routes.ts'
import { locauxRoutes } from '#features/locaux/server/locaux.routes.ts'
import { membresRoutes } from '#features/membres/server/membres.routes.ts'
import { paiementsRoutes } from '#features/paiements/server/paiements.routes.ts'
import { parkingsRoutes } from '#features/parkings/server/parkings.routes.ts'
import { profilRoutes } from '#features/profil/server/profil.routes.ts'
import { promoteurRoutes } from '#features/promoteur/server/promoteur.routes.ts'
import { recapRoutes } from '#features/recap/server/recap.routes.ts'
import { rechercheRoutes } from '#features/recherche/server/recherche.routes.ts'
import { residencesRoutes } from '#features/residences/server/residences.routes.ts'
import { tableauDeBordRoutes } from '#features/tableau-de-bord/server/tableau-de-bord.routes.ts'

/** Every feature that answers calls, under the name of its folder. */
export const features: Record<string, (app: FastifyInstance) => void> = {
  acces: accesRoutes,
  appartements: appartementsRoutes,
  blocs: blocsRoutes,
  charges: chargesRoutes,
  clients: clientsRoutes,
  etages: etagesRoutes,
  locaux: locauxRoutes,
  membres: membresRoutes,
  paiements: paiementsRoutes,
  parkings: parkingsRoutes,
  profil: profilRoutes,
  promoteur: promoteurRoutes,
  recap: recapRoutes,
  recherche: rechercheRoutes,
  residences: residencesRoutes,
  'tableau-de-bord': tableauDeBordRoutes,
}
