import type { FastifyInstance } from 'fastify'
import { accesEndpoints } from '#features/acces/acces.contract.ts'
import { login, register } from '#features/acces/server/acces.service.ts'
import { origineDe, sendAppareil } from '#features/acces/server/tentatives.ts'
import { AppError } from '#server/http/errors.ts'
import { route } from '#server/http/route.ts'
import { clearSession, closeSession, prepareXsrf, sendSession } from '#server/http/session.ts'

export function accesRoutes(app: FastifyInstance): void {
  route(app, accesEndpoints.csrfCookie, async (_input, { request, reply, session }) => {
    prepareXsrf(request, reply, session)
    return undefined
  })
  // Both count attempts that must stay counted when the answer is a refusal: no transaction around them.
  route(
    app,
    accesEndpoints.login,
    async ({ body }, { pool, request, reply, session }) => {
      const { token, appareil, user } = await login(pool, origineDe(request), body, session?.token)
      sendSession(request, reply, token)
      sendAppareil(request, reply, user.id, appareil)
      return { user, message: 'Connexion réussie.' }
    },
    { transaction: false },
  )
  route(
    app,
    accesEndpoints.register,
    async ({ body }, { pool, request }) => {
      const user = await register(pool, origineDe(request), body)
      return { user, message: 'Compte créé avec succès !' }
    },
    { transaction: false },
  )
  route(app, accesEndpoints.user, async (_input, { actor, session }) => {
    if (!session) throw new AppError('nonAuthentifie')
    return { ...actor, statut: 'activé' as const, role: session.role }
  })
  route(app, accesEndpoints.logout, async (_input, { db, session, request, reply, afterCommit }) => {
    if (session) await closeSession(db, session.token)
    // A sign-out that fails leaves the browser the session that is still open.
    afterCommit(async () => clearSession(request, reply))
    return { message: 'Vous êtes déconnecté.' }
  })
}
