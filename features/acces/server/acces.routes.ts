import type { FastifyInstance } from 'fastify'
import { accesEndpoints } from '#features/acces/acces.contract.ts'
import { argon2, hashGiven } from '#features/acces/server/password.ts'
import { login, register, signedIn } from '#features/acces/server/acces.service.ts'
import { origineDe, sendAppareil } from '#features/acces/server/tentatives.ts'
import { route } from '#server/http/route.ts'
import { clearSession, closeSession, compteOf, prepareXsrf, sendSession } from '#server/http/session.ts'
import { VERSION } from '#server/version.ts'
import { updateMembre } from '#features/membres/server/membres.service.ts'
import { readProfil } from '#features/membres/server/profil.read.ts'
import { profilEndpoints, type Profil } from '#features/acces/profil.contract.ts'
import { closeConnexion, closeConnexions, listConnexions } from '#features/acces/server/connexions.service.ts'
import { changePassword, prepareChoix, type Choix } from '#features/acces/server/motDePasse.service.ts'
import { proveOnce } from '#features/acces/server/preuve.ts'
import { connectionSignal } from '#server/http/listener.ts'

export function accesRoutes(app: FastifyInstance): void {
  app.addHook('onReady', async () => {
    if (!(await argon2()).natif)
      app.log.warn('native argon2 is missing on this machine: passwords are examined more slowly')
  })
  route(
    app,
    accesEndpoints.csrfCookie,
    async (_input, { request, reply, session }) => {
      prepareXsrf(request, reply, session)
      return undefined
    },
    { places: 'signIns', asksNothing: true },
  )
  // Sign-in and sign-up run outside a transaction, so that a refused attempt stays counted.
  route(
    app,
    accesEndpoints.login,
    async ({ body }, { pool, request, reply, session }) => {
      const { token, appareil, user, suite } = await login(pool, origineDe(request), body, session?.token)
      sendSession(request, reply, token)
      sendAppareil(request, reply, user.id, appareil)
      return { user, compte: compteOf(user), suite, message: 'Connexion réussie.' }
    },
    { transaction: false, places: 'signIns' },
  )
  route(
    app,
    accesEndpoints.register,
    async ({ body }, { pool, request }) => {
      const user = await register(pool, origineDe(request), body)
      return { user, message: 'Compte créé avec succès !' }
    },
    { transaction: false, places: 'signUps' },
  )
  route(app, accesEndpoints.user, async (_input, { actor, session }) => ({
    ...actor,
    statut: 'activé' as const,
    role: signedIn(session).role,
    compte: compteOf(actor),
    suite: signedIn(session).suite,
    version: VERSION,
  }))
  route(app, accesEndpoints.logout, async (_input, { db, session, request, reply, afterCommit }) => {
    if (session) await closeSession(db, session.token)
    // The cookie is removed after the commit: a failed sign-out leaves the session open in the browser too.
    afterCommit(async () => clearSession(request, reply))
    return { message: 'Vous êtes déconnecté.' }
  })
}

const toAnswer = (profil: Profil) => ({ ...profil, data: profil })

export function profilRoutes(app: FastifyInstance): void {
  route(app, profilEndpoints.read, async (_input, { db, actor }) => toAnswer(await readProfil(db, actor.id)))
  route(
    app,
    profilEndpoints.update,
    async ({ body }, { db, actor, session }, mot_de_passe: string | undefined) => {
      await updateMembre(db, actor, actor.id, body, mot_de_passe, session?.token)
      return toAnswer(await readProfil(db, actor.id))
    },
    { prepare: ({ body }, request) => hashGiven(body.password, connectionSignal(request.raw)) },
  )
  route(
    app,
    profilEndpoints.changePassword,
    (_input, { db, session }, choix: Choix) => changePassword(db, signedIn(session), choix),
    {
      prepare: async ({ body }, request) =>
        prepareChoix(await proveOnce(request, body.actuel), body, connectionSignal(request.raw)),
    },
  )
  route(app, profilEndpoints.connexions, async (_input, { db, session }) => ({
    data: await listConnexions(db, signedIn(session)),
  }))
  route(app, profilEndpoints.closeConnexion, async ({ params }, { db, session }) => {
    await closeConnexion(db, signedIn(session), params.id)
  })
  route(
    app,
    profilEndpoints.closeConnexions,
    async (_input, { db, session, request, reply, afterCommit }) => {
      await closeConnexions(db, signedIn(session))
      afterCommit(async () => clearSession(request, reply))
    },
  )
}
