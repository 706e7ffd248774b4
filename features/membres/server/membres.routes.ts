import type { FastifyInstance } from 'fastify'
import { hashGiven, hashPassword } from '#features/acces/server/password.ts'
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
import { connectionSignal } from '#server/http/listener.ts'
import { route } from '#server/http/route.ts'

export function membresRoutes(app: FastifyInstance): void {
  route(app, membresEndpoints.list, ({ query }, { db }) => listMembres(db, query))
  route(app, membresEndpoints.read, ({ params }, { db }) => readMembre(db, params.id))
  route(
    app,
    membresEndpoints.create,
    async ({ body }, { db, actor }, mot_de_passe: string) => ({
      ...(await createMembre(db, actor, body, mot_de_passe)),
      message: membresEndpoints.create.succes,
    }),
    { prepare: ({ body }, request) => hashPassword(body.password, connectionSignal(request.raw)) },
  )
  route(
    app,
    membresEndpoints.update,
    async ({ params, body }, { db, actor, session }, mot_de_passe: string | undefined) => ({
      ...(await updateMembre(db, actor, params.id, body, mot_de_passe, session?.token)),
      message: membresEndpoints.update.succes,
    }),
    { prepare: ({ body }, request) => hashGiven(body.password, connectionSignal(request.raw)) },
  )
  route(app, membresEndpoints.remove, async ({ params }, { db, actor }) => {
    await deleteMembre(db, actor, params.id)
    return { message: membresEndpoints.remove.succes }
  })
  route(app, membresEndpoints.disable, async ({ params }, { db, actor }) => ({
    ...(await disableMembre(db, actor, params.id)),
    message: membresEndpoints.disable.succes,
  }))
  route(app, membresEndpoints.activate, async ({ params, body }, { db, actor }) => ({
    ...(await activateMembre(db, actor, params.id, body.role)),
    message: membresEndpoints.activate.succes,
  }))
}
