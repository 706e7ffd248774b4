import type { FastifyInstance } from 'fastify'
import { etagesEndpoints } from '#features/etages/etages.contract.ts'
import {
  allEtages,
  createEtage,
  deleteEtage,
  etagesOfBloc,
  listEtages,
  readCapacite,
  readEtage,
  readEtageReport,
  updateEtage,
} from '#features/etages/server/etages.service.ts'
import { route } from '#server/http/route.ts'

export function etagesRoutes(app: FastifyInstance): void {
  route(app, etagesEndpoints.list, ({ query }, { db }) => listEtages(db, query))
  route(app, etagesEndpoints.all, ({ query }, { db }) => allEtages(db, query))
  route(app, etagesEndpoints.ofBloc, ({ params }, { db }) => etagesOfBloc(db, params.id))
  route(app, etagesEndpoints.read, ({ params }, { db }) => readEtage(db, params.id))
  route(app, etagesEndpoints.capacite, ({ params }, { db }) => readCapacite(db, params.id))
  route(app, etagesEndpoints.report, ({ params }, { db }) => readEtageReport(db, params.id))
  route(app, etagesEndpoints.create, async ({ body }, { db, actor }) => ({
    ...(await createEtage(db, actor, body)),
    message: etagesEndpoints.create.succes,
  }))
  route(app, etagesEndpoints.update, async ({ params, body }, { db, actor }) => ({
    ...(await updateEtage(db, actor, params.id, body)),
    message: etagesEndpoints.update.succes,
  }))
  route(app, etagesEndpoints.remove, async ({ params }, { db, actor }) => {
    await deleteEtage(db, actor, params.id)
    return { message: etagesEndpoints.remove.succes }
  })
}
