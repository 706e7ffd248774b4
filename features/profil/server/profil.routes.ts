import type { FastifyInstance } from 'fastify'
import type { Membre } from '#features/membres/membres.contract.ts'
import { readMembre, updateMembre } from '#features/membres/server/membres.service.ts'
import { profilEndpoints } from '#features/profil/profil.contract.ts'
import { route } from '#server/route.ts'

const toAnswer = ({ id: _, ...profil }: Membre) => ({ ...profil, data: profil })

export function profilRoutes(app: FastifyInstance): void {
  route(app, profilEndpoints.read, async (_input, { db, actor }) => toAnswer(await readMembre(db, actor.id)))
  route(app, profilEndpoints.update, async ({ body }, { db, actor, session }) => ({
    ...toAnswer(await updateMembre(db, actor, actor.id, body, session?.token)),
    message: 'Profil mis à jour avec succès !',
  }))
}
