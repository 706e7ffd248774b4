import type { FastifyInstance } from 'fastify'
import { hashGiven, hashPassword } from '#features/acces/server/password.ts'
import { proveOnce } from '#features/acces/server/preuve.ts'
import type { Preuve } from '#features/acces/server/second-facteur.service.ts'
import { membresEndpoints } from '#features/membres/membres.contract.ts'
import { membresErreurs } from '#features/membres/membres.erreurs.ts'
import {
  activateMembre,
  createMembre,
  deleteMembre,
  disableMembre,
  listMembres,
  removeCode,
  readMembreListe,
  updateMembre,
} from '#features/membres/server/membres.service.ts'
import { inSnapshot } from '#server/database/transaction.ts'
import { defineFeature } from '#server/feature.ts'
import { connectionSignal } from '#server/http/listener.ts'
import { route } from '#server/http/route.ts'
import { refusalOn } from '#shared/erreurs.ts'

export const membres = defineFeature({
  routes: [routes],
  calls: { membres: membresEndpoints },
  constraints: {
    membres_email_unique: refusalOn('email', membresErreurs.emailPris),
  },
})

function routes(app: FastifyInstance): void {
  route(app, membresEndpoints.list, ({ query }, { db }) =>
    inSnapshot(db, (instant) => listMembres(instant, query)),
  )
  route(app, membresEndpoints.read, ({ params }, { db }) => readMembreListe(db, params.id))
  route(
    app,
    membresEndpoints.create,
    ({ body }, { db, actor }, mot_de_passe: string) => createMembre(db, actor, body, mot_de_passe),
    { prepare: ({ body }, request) => hashPassword(body.password, connectionSignal(request.raw)) },
  )
  route(
    app,
    membresEndpoints.update,
    ({ params, body }, { db, actor, session }, mot_de_passe: string | undefined) =>
      updateMembre(db, actor, params.id, body, mot_de_passe, session?.token),
    { prepare: ({ body }, request) => hashGiven(body.password, connectionSignal(request.raw)) },
  )
  route(app, membresEndpoints.remove, async ({ params }, { db, actor }) => {
    await deleteMembre(db, actor, params.id)
  })
  route(
    app,
    membresEndpoints.removeCode,
    async ({ params }, { db, actor }, preuve: Preuve) => {
      await removeCode(db, actor, params.id, preuve)
    },
    { prepare: ({ body }, request) => proveOnce(request, body.mot_de_passe) },
  )
  route(app, membresEndpoints.disable, ({ params }, { db, actor }) => disableMembre(db, actor, params.id))
  route(app, membresEndpoints.activate, ({ params, body }, { db, actor }) =>
    activateMembre(db, actor, params.id, body.role),
  )
}
