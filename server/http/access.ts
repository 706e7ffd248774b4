import { createHash, createHmac, randomBytes } from 'node:crypto'
import { communesErreurs } from '#shared/erreurs.ts'
import type { FastifyInstance, FastifyRequest, FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { peut, type Access } from '#shared/droits.ts'
import type { Db } from '#server/database/db.ts'
import { refuse } from '#server/http/errors.ts'
import { isSameSecret, readSession, type Session, type Actor } from '#server/http/session.ts'
import { BASE } from '#shared/endpoint.ts'
import { statement } from '#server/database/prepared.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Droit that the call needs; every address below the base path declares one. */
    access?: Access
  }
  interface FastifyRequest {
    /** Session of the member, set by {@link guardCalls}. */
    session: Session | null
    /** Opened link of a buyer, only for the calls that a link opens. */
    lien: Lien | null
    /** True when the body was incomplete when the session was read. */
    bodyCameLater: boolean
  }
}

/**
 * Decides who may make a call as soon as its headers are there. @throws nonAuthentifie (401); roleInsuffisant (403) when the rôle lacks the
 * droit; for a buyer's link, accesExpire (403) or lienPerime (404)
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
 * Session at the start of the work, read again after a late body: the member may be signed out or disabled meanwhile (Q62).
 * @throws nonAuthentifie (401), roleInsuffisant (403) when the session has ended or its rôle has changed
 */
export async function sessionNow(pool: Db, request: FastifyRequest, access: Access): Promise<Session | null> {
  if (request.bodyCameLater) request.session = await admit(pool, request, access)
  return request.session
}

/** GET and HEAD have no body to wait for. */
const hasBody = (method: string) => method !== 'GET' && method !== 'HEAD'

async function admit(pool: Db, request: FastifyRequest, access: Access): Promise<Session | null> {
  if (access === 'lien') {
    // The call of a buyer ignores a member's session in the same browser.
    request.lien = await readLien(pool, request)
    return null
  }
  const session = await readSession(pool, request)
  if (access === 'public') return session
  if (!session) throw refuse(communesErreurs.nonAuthentifie)
  if (!peut(session.role, access)) throw refuse(communesErreurs.roleInsuffisant)
  return session
}

/** The opened link of a buyer, read from the database at this request. */
interface Lien {
  id: number
  client_id: number
}

/** Actor in the journal for an act of the buyer through a link. */
export const CLIENT_DU_LIEN: Actor = { id: 0, name: 'Client (lien)', email: '' }

const COOKIE = 'diyar_suivi'
const OPTIONS = { httpOnly: true, sameSite: 'lax', path: `${BASE}/api/suivi` } as const
/** Seconds that an opened link stays open. */
const DUREE = 30 * 60

/** Token after # in the address of a link; the database holds only its {@link empreinteDuLien}. */
export const newJeton = (): string => randomBytes(32).toString('base64url')
export const empreinteDuLien = (jeton: string): Buffer => createHash('sha256').update(jeton).digest()

/** Signs with token and installation id: the buyer has the token only, and cannot forge or extend an opening. */
const signature = (jeton: string, installation: string, fin: string) =>
  createHmac('sha256', jeton).update(`${installation} ${fin}`).digest('base64url')

/** Reads the installation's id. @returns a function that sets the cookie of the link for thirty minutes */
export async function prepareLien(
  db: Db,
  request: FastifyRequest,
  reply: FastifyReply,
  jeton: string,
): Promise<() => void> {
  const { id } = await db.selectFrom('installation').select('id').executeTakeFirstOrThrow()
  return () => {
    const fin = String(Math.floor(Date.now() / 1000) + DUREE)
    const value = `${jeton}.${fin}.${signature(jeton, id, fin)}`
    reply.setCookie(COOKIE, value, { ...OPTIONS, secure: request.protocol === 'https', maxAge: DUREE })
  }
}

export function clearLien(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(COOKIE, { ...OPTIONS, secure: request.protocol === 'https' })
}

/**
 * Link open in this browser, read at each request, so that a revoked one closes at once.
 * @throws accesExpire (403) for no open link, an expired one, or another than the page asks for; lienPerime (404) for a revoked one
 */
async function readLien(db: Db, request: FastifyRequest): Promise<Lien> {
  const [, jeton = '', fin = '', signed = ''] =
    /^([\w-]{43})\.(\d{1,11})\.([\w-]{43})$/.exec(request.cookies[COOKIE] ?? '') ?? []
  if (jeton === '' || Number(fin) * 1000 <= Date.now()) throw refuse(communesErreurs.accesExpire)
  const [row] = await selectLien(db, empreinteDuLien(jeton))
  if (!row || !isSameSecret(signed, signature(jeton, row.installation, fin)))
    throw refuse(communesErreurs.accesExpire)
  if (row.id === null || row.client_id === null) throw refuse(communesErreurs.lienPerime)
  if (!isAskedFor(request, row.id)) throw refuse(communesErreurs.accesExpire)
  return { id: row.id, client_id: row.client_id }
}

/**
 * A browser has one cookie but may show two links' pages, so each call names its link: no page gets another buyer's data. An older page,
 * without `lien`, follows the cookie.
 */
function isAskedFor({ query }: FastifyRequest, id: number): boolean {
  const asked = Object(query)['lien'] as unknown
  return asked === undefined || asked === String(id)
}

interface Row {
  installation: string
  id: number | null
  client_id: number | null
}

const selectLien = statement<[empreinte: Buffer], Row>(
  (empreinte) => sql`
    select i.id as installation, l.id, l.client_id from installation i
    left join liens_clients l on l.empreinte = ${empreinte} and l.revoque_le is null and l.expire_le > now()`,
)
