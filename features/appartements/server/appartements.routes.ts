import type { FastifyInstance } from 'fastify'
import { appartementsEndpoints } from '#features/appartements/appartements.contract.ts'
import { listAppartements } from '#features/appartements/server/appartements.list.ts'
import {
  readAppartementReport,
  appartementsOfClient,
  readPlanOfAppartement,
  readAppartement,
  readSuperficie,
} from '#features/appartements/server/appartements.read.ts'
import {
  createAppartement,
  deleteAppartement,
  updateAppartement,
} from '#features/appartements/server/appartements.service.ts'
import { venteRoutes } from '#features/ventes/server/ventes.routes.ts'
import { contentDisposition } from '#server/documents/download.ts'
import { fileRoute, route } from '#server/http/route.ts'

export function appartementsRoutes(app: FastifyInstance): void {
  route(app, appartementsEndpoints.list, ({ query }, { db }) => listAppartements(db, query))
  route(app, appartementsEndpoints.read, ({ params }, { db }) => readAppartement(db, params.id))
  route(app, appartementsEndpoints.ofClient, ({ params }, { db }) => appartementsOfClient(db, params.id))
  route(app, appartementsEndpoints.report, ({ params }, { db }) => readAppartementReport(db, params.id))
  route(app, appartementsEndpoints.superficie, ({ params }, { db }) => readSuperficie(db, params.id))
  fileRoute(app, appartementsEndpoints.plan, async ({ params }, { db, files }) => {
    const { fileId, nom } = await readPlanOfAppartement(db, params.id)
    return { content: files.read(fileId), disposition: contentDisposition(nom, 'inline') }
  })
  route(app, appartementsEndpoints.create, async ({ body, file }, { db, actor, ...life }) => ({
    ...(await createAppartement(db, actor, body, file, life)),
    message: appartementsEndpoints.create.succes,
  }))
  route(app, appartementsEndpoints.update, async ({ params, body, file }, { db, actor, ...life }) => ({
    ...(await updateAppartement(db, actor, params.id, body, file, life)),
    message: appartementsEndpoints.update.succes,
  }))
  route(app, appartementsEndpoints.remove, async ({ params }, { db, actor, ...life }) => {
    await deleteAppartement(db, actor, params.id, life)
    return { message: appartementsEndpoints.remove.succes }
  })
  venteRoutes(app, {
    type: 'appartement',
    assign: appartementsEndpoints.assigner,
    withdraw: appartementsEndpoints.retirer,
    async answer(db, id, message) {
      const appartement = await readAppartement(db, id)
      return { ...appartement, appartement, message }
    },
  })
}
