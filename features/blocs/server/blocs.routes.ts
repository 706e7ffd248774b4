import type { FastifyInstance } from 'fastify'
import { blocsEndpoints } from '#features/blocs/blocs.contract.ts'
import {
  allBlocs,
  blocsOfResidence,
  createBloc,
  deleteBloc,
  listBlocs,
  readBloc,
  readBlocReport,
  updateBloc,
} from '#features/blocs/server/blocs.service.ts'
import { route } from '#server/http/route.ts'

export function blocsRoutes(app: FastifyInstance): void {
  route(app, blocsEndpoints.list, ({ query }, { db }) => listBlocs(db, query))
  route(app, blocsEndpoints.all, ({ query }, { db }) => allBlocs(db, query))
  route(app, blocsEndpoints.ofResidence, ({ params }, { db }) => blocsOfResidence(db, params.id))
  route(app, blocsEndpoints.read, ({ params }, { db }) => readBloc(db, params.id))
  route(app, blocsEndpoints.report, ({ params }, { db }) => readBlocReport(db, params.id))
  route(app, blocsEndpoints.create, async ({ body }, { db, actor }) => ({
    ...(await createBloc(db, actor, body)),
    message: blocsEndpoints.create.succes,
  }))
  route(app, blocsEndpoints.update, async ({ params, body }, { db, actor }) => ({
    ...(await updateBloc(db, actor, params.id, body)),
    message: blocsEndpoints.update.succes,
  }))
  route(app, blocsEndpoints.remove, async ({ params }, { db, actor }) => {
    await deleteBloc(db, actor, params.id)
    return { message: blocsEndpoints.remove.succes }
  })
}
