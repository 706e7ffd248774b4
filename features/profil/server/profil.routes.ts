import type { FastifyInstance } from 'fastify'
import { hashGiven } from '#features/acces/server/password.ts'
import type { Membre } from '#features/membres/membres.contract.ts'
import { readMembre, updateMembre } from '#features/membres/server/membres.service.ts'
import { profilEndpoints } from '#features/profil/profil.contract.ts'
import { closeConnexion, listConnexions } from '#features/profil/server/connexions.service.ts'
import { AppError } from '#server/http/errors.ts'
import { connectionSignal } from '#server/http/listener.ts'
import { route } from '#server/http/route.ts'
import type { Session } from '#server/http/session.ts'

const toAnswer = ({ id: _, ...profil }: Membre) => ({ ...profil, data: profil })

export function profilRoutes(app: FastifyInstance): void {
  route(app, profilEndpoints.read, async (_input, { db, actor }) => toAnswer(await readMembre(db, actor.id)))
  route(
    app,
    profilEndpoints.update,
    async ({ body }, { db, actor, session }, mot_de_passe: string | undefined) => ({
      ...toAnswer(await updateMembre(db, actor, actor.id, body, mot_de_passe, session?.token)),
      message: profilEndpoints.update.succes,
    }),
    { prepare: ({ body }, request) => hashGiven(body.password, connectionSignal(request.raw)) },
  )
  route(app, profilEndpoints.connexions, async (_input, { db, session }) => ({
    data: await listConnexions(db, signedIn(session)),
  }))
  route(app, profilEndpoints.closeConnexion, async ({ params }, { db, session }) => {
    await closeConnexion(db, signedIn(session), params.id)
    return { message: profilEndpoints.closeConnexion.succes }
  })
}

/** A call that is no visitor's comes with the session that let it through. */
function signedIn(session: Session | null): Session {
  if (!session) throw new AppError('nonAuthentifie')
  return session
}
