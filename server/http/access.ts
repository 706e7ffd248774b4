import type { FastifyInstance, FastifyRequest } from 'fastify'
import { peut, type Access } from '#shared/droits.ts'
import type { Db } from '#server/database/db.ts'
import { AppError } from '#server/http/errors.ts'
import { readLien, type Lien } from '#server/http/lien.ts'
import { readSession, type Session } from '#server/http/session.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may make the call. Every address below the base path says so. */
    access?: Access
  }
  interface FastifyRequest {
    /** Whose call it is, once {@link guardCalls} has let it through. */
    session: Session | null
    /** The opened link of a client, for the calls that it opens; no other call looks at one. */
    lien: Lien | null
    /** The session was read before the whole body was there. */
    bodyCameLater: boolean
  }
}

/**
 * Decides who may make a call as soon as its headers are there: nothing of its body is read or waited for, and nothing else of it
 * looked at, before that.
 * @throws nonAuthentifie (401) without a session, roleInsuffisant (403) when the member's rôle does not hold the droit; of a call that a
 *   client's link opens, accesExpire (403), lienPerime (404)
 */
export function guardCalls(app: FastifyInstance): void {
  app.decorateRequest('session', null)
  app.decorateRequest('lien', null)
  app.decorateRequest('bodyCameLater', false)
  app.addHook('onRequest', async (request) => {
    const { access } = request.routeOptions.config
    if (!access) return
    request.session = await app.slots.take(() => admit(app.pool, request, access))
    request.bodyCameLater = hasBody(request.method) && !request.raw.complete
  })
}

/**
 * The session in which a call does its work. A body may take minutes to come, and a member may be disabled or signed out meanwhile
 * (Q62): the session is read again then, and only then.
 * @throws nonAuthentifie (401), roleInsuffisant (403) when it has ended, or its rôle has changed
 */
export async function sessionNow(pool: Db, request: FastifyRequest, access: Access): Promise<Session | null> {
  if (request.bodyCameLater) request.session = await admit(pool, request, access)
  return request.session
}

/** Of a reading no body is looked at. */
const hasBody = (method: string) => method !== 'GET' && method !== 'HEAD'

async function admit(pool: Db, request: FastifyRequest, access: Access): Promise<Session | null> {
  if (access === 'lien') {
    // A buyer's call: whether a member is signed in in the same browser is not even looked at.
    request.lien = await readLien(pool, request)
    return null
  }
  const session = await readSession(pool, request)
  if (access === 'public') return session
  if (!session) throw new AppError('nonAuthentifie')
  if (!peut(session.role, access)) throw new AppError('roleInsuffisant')
  return session
}
