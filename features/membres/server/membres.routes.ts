import type { FastifyInstance } from 'fastify'
import { membresEndpoints } from '#features/membres/membres.contract.ts'
import {
  activateMembre,
  createMembre,
  deleteMembre,
  disableMembre,
  listMembres,
  readMembre,
  updateMembre,
} from '#features/membres/server/membres.service.ts'
import { route } from '#server/route.ts'

const STATUT_MODIFIE = 'Statut du membre modifié avec succès !'

export function membresRoutes(app: FastifyInstance): void {
  route(app, membresEndpoints.list, ({ query }, { db }) => listMembres(db, query))
  route(app, membresEndpoints.read, ({ params }, { db }) => readMembre(db, params.id))
  route(app, membresEndpoints.create, async ({ body }, { db, actor }) => ({
    ...(await createMembre(db, actor, body)),
    message: 'Membre ajouté avec succès !',
  }))
  route(app, membresEndpoints.update, async ({ params, body }, { db, actor, session }) => ({
    ...(await updateMembre(db, actor, params.id, body, session?.token)),
    message: 'Membre modifié avec succès !',
  }))
  route(app, membresEndpoints.remove, async ({ params }, { db, actor }) => {
    await deleteMembre(db, actor, params.id)
    return { message: 'Membre supprimé avec succès !' }
  })
  route(app, membresEndpoints.disable, async ({ params }, { db, actor }) => ({
    ...(await disableMembre(db, actor, params.id)),
    message: STATUT_MODIFIE,
  }))
  route(app, membresEndpoints.activate, async ({ params }, { db, actor }) => ({
    ...(await activateMembre(db, actor, params.id)),
    message: STATUT_MODIFIE,
  }))
}
