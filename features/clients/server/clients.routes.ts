import type { FastifyInstance } from 'fastify'
import { clientsEndpoints } from '#features/clients/clients.contract.ts'
import {
  allClients,
  createClient,
  deleteClient,
  listClients,
  readClient,
  updateClient,
} from '#features/clients/server/clients.service.ts'
import { findDoublons } from '#features/clients/server/doublons.service.ts'
import { route } from '#server/http/route.ts'

export function clientsRoutes(app: FastifyInstance): void {
  route(app, clientsEndpoints.list, ({ query }, { db }) => listClients(db, query))
  route(app, clientsEndpoints.all, ({ query }, { db }) => allClients(db, query))
  route(app, clientsEndpoints.read, ({ params }, { db }) => readClient(db, params.id))
  route(app, clientsEndpoints.doublons, async ({ query }, { db }) => ({
    data: await findDoublons(db, query),
  }))
  route(app, clientsEndpoints.create, async ({ body }, { db, actor }) => ({
    ...(await createClient(db, actor, body)),
    message: clientsEndpoints.create.succes,
  }))
  route(app, clientsEndpoints.update, async ({ params, body }, { db, actor }) => ({
    ...(await updateClient(db, actor, params.id, body)),
    message: clientsEndpoints.update.succes,
  }))
  route(app, clientsEndpoints.remove, async ({ params }, { db, actor, ...life }) => {
    await deleteClient(db, actor, params.id, life)
    return { message: clientsEndpoints.remove.succes }
  })
}
