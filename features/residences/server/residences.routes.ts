import type { FastifyInstance } from 'fastify'
import { residencesEndpoints } from '#features/residences/residences.contract.ts'
import { readPaymentTotals, readResidenceReport } from '#features/residences/server/residences.report.ts'
import {
  allResidences,
  createResidence,
  deleteResidence,
  listResidences,
  planOf,
  readResidence,
  updateResidence,
} from '#features/residences/server/residences.service.ts'
import { contentDisposition } from '#server/documents/download.ts'
import { fileRoute, route } from '#server/http/route.ts'

export function residencesRoutes(app: FastifyInstance): void {
  route(app, residencesEndpoints.list, ({ query }, { db }) => listResidences(db, query))
  route(app, residencesEndpoints.all, ({ query }, { db }) => allResidences(db, query))
  route(app, residencesEndpoints.read, ({ params }, { db }) => readResidence(db, params.id))
  route(app, residencesEndpoints.report, ({ params }, { db }) => readResidenceReport(db, params.id))
  route(app, residencesEndpoints.paymentTotals, ({ params }, { db }) => readPaymentTotals(db, params.id))
  fileRoute(app, residencesEndpoints.plan, async ({ params }, { db, files }) => {
    const { fileId, nom } = await planOf(db, params.id)
    return { content: files.read(fileId), disposition: contentDisposition(nom, 'inline') }
  })
  route(app, residencesEndpoints.create, async ({ body, file }, { db, actor, ...life }) => ({
    ...(await createResidence(db, actor, body, file, life)),
    message: residencesEndpoints.create.succes,
  }))
  route(app, residencesEndpoints.update, async ({ params, body, file }, { db, actor, ...life }) => ({
    ...(await updateResidence(db, actor, params.id, body, file, life)),
    message: residencesEndpoints.update.succes,
  }))
  route(app, residencesEndpoints.remove, async ({ params }, { db, actor, ...life }) => {
    await deleteResidence(db, actor, params.id, life)
    return { message: residencesEndpoints.remove.succes }
  })
}
