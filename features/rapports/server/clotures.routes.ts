import type { FastifyInstance } from 'fastify'
import { signedIn } from '#features/acces/server/acces.service.ts'
import { paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import { cloturesEndpoints } from '#features/rapports/clotures.contract.ts'
import { createCloture } from '#features/rapports/server/clotures.service.ts'
import { peut } from '#shared/droits.ts'
import { route } from '#server/http/route.ts'

export function cloturesRoutes(app: FastifyInstance): void {
  route(app, cloturesEndpoints.create, async ({ body }, { db, actor, session }) => {
    const autrui = peut(signedIn(session).role, paiementsEndpoints.update.access)
    const cloture = await createCloture(db, actor, body, { autrui })
    return { ...cloture, message: `Caisse clôturée : N° ${cloture.numero}.` }
  })
}
