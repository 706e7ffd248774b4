import type { FastifyInstance } from 'fastify'
import { locauxEndpoints } from '#features/locaux/locaux.contract.ts'
import {
  assignerLocal,
  createLocal,
  deleteLocal,
  listLocaux,
  localReport,
  locauxOfClient,
  readLocal,
  retirerLocal,
  updateLocal,
} from '#features/locaux/server/locaux.service.ts'
import { route } from '#server/http/route.ts'

export function locauxRoutes(app: FastifyInstance): void {
  route(app, locauxEndpoints.list, ({ query }, { db }) => listLocaux(db, query))
  route(app, locauxEndpoints.read, ({ params }, { db }) => readLocal(db, params.id))
  route(app, locauxEndpoints.ofClient, ({ params }, { db }) => locauxOfClient(db, params.id))
  route(app, locauxEndpoints.report, ({ params }, { db }) => localReport(db, params.id))
  route(app, locauxEndpoints.create, async ({ body }, { db, actor }) => ({
    ...(await createLocal(db, actor, body)),
    message: 'Local ajouté avec succès !',
  }))
  route(app, locauxEndpoints.update, async ({ params, body }, { db, actor }) => ({
    ...(await updateLocal(db, actor, params.id, body)),
    message: 'Local modifié avec succès !',
  }))
  route(app, locauxEndpoints.remove, async ({ params }, { db, actor }) => {
    await deleteLocal(db, actor, params.id)
    return { message: 'Local supprimé avec succès !' }
  })
  route(app, locauxEndpoints.assigner, async ({ params, body }, { db, actor }) => {
    const local = await assignerLocal(db, actor, params.id, body.client_id)
    return { ...local, local, message: 'Client assigné avec succès !' }
  })
  route(app, locauxEndpoints.retirer, async ({ params }, { db, actor }) => {
    const local = await retirerLocal(db, actor, params.id)
    return { ...local, local, message: 'Client retiré avec succès !' }
  })
}
