import type { FastifyInstance } from 'fastify'
import { locauxEndpoints } from '#features/locaux/locaux.contract.ts'
import {
  createLocal,
  deleteLocal,
  listLocaux,
  readLocalReport,
  locauxOfClient,
  readLocal,
  updateLocal,
} from '#features/locaux/server/locaux.service.ts'
import { venteRoutes } from '#features/ventes/server/ventes.routes.ts'
import { route } from '#server/http/route.ts'

export function locauxRoutes(app: FastifyInstance): void {
  route(app, locauxEndpoints.list, ({ query }, { db }) => listLocaux(db, query))
  route(app, locauxEndpoints.read, ({ params }, { db }) => readLocal(db, params.id))
  route(app, locauxEndpoints.ofClient, ({ params }, { db }) => locauxOfClient(db, params.id))
  route(app, locauxEndpoints.report, ({ params }, { db }) => readLocalReport(db, params.id))
  route(app, locauxEndpoints.create, async ({ body }, { db, actor }) => ({
    ...(await createLocal(db, actor, body)),
    message: locauxEndpoints.create.succes,
  }))
  route(app, locauxEndpoints.update, async ({ params, body }, { db, actor }) => ({
    ...(await updateLocal(db, actor, params.id, body)),
    message: locauxEndpoints.update.succes,
  }))
  route(app, locauxEndpoints.remove, async ({ params }, { db, actor }) => {
    await deleteLocal(db, actor, params.id)
    return { message: locauxEndpoints.remove.succes }
  })
  venteRoutes(app, {
    type: 'local',
    assign: locauxEndpoints.assigner,
    withdraw: locauxEndpoints.retirer,
    async answer(db, id, message) {
      const local = await readLocal(db, id)
      return { ...local, local, message }
    },
  })
}
