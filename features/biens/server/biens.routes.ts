import type { FastifyInstance } from 'fastify'
import { biensEndpoints } from '#features/biens/biens.contract.ts'
import { blockBien } from '#features/biens/server/blocage.service.ts'
import { route } from '#server/http/route.ts'

export function biensRoutes(app: FastifyInstance): void {
  route(app, biensEndpoints.bloquer, async ({ params, body }, { db, actor }) => {
    const bien = await blockBien(db, actor, params.id, body)
    const message = body.motif === null ? 'Bien débloqué avec succès !' : biensEndpoints.bloquer.succes
    return { ...bien, message }
  })
}
