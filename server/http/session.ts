import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { communesErreurs } from '#shared/erreurs.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Role, Suite } from '#shared/droits.ts'
import { AVANCE, type Db } from '#server/database/db.ts'
import { statement } from '#server/database/prepared.ts'
import { refuse } from '#server/http/errors.ts'
import { atMostEvery } from '#server/http/log.ts'

/** The signed-in member, read from the database at this request. */
export interface Actor {
  id: number
  name: string
  email: string
}

export interface Session {
  /** Token of the cookie; the database holds only its SHA-256. */
  token: string
  actor: Actor
  role: Role
  /** Act that the member must do first. */
  suite: Suite
}

const COOKIE = 'diyar_session'
const XSRF_COOKIE = 'XSRF-TOKEN'
export interface Ouverture {
  appareil: string
  adresse: string
}

const IDLE = sql`interval '60 minutes'`
const ABSOLUTE = sql`interval '12 hours'`
/**
 * Condition of a living session: used within the hour, and less than twelve hours old. One last used in the future is of a clock that ran
 * ahead, and would live until that day.
 */
const VIVANTE = sql<boolean>`(vue_le > now() - ${IDLE} and vue_le <= now() + ${AVANCE}
  and sessions.cree_le > now() - ${ABSOLUTE})`

const digest = (token: string) => createHash('sha256').update(token).digest()
const randomToken = () => randomBytes(32).toString('base64url')
/** Token bound to its session, so that a planted or older one is worth nothing. */
const xsrfOf = (token: string) => createHmac('sha256', token).update('xsrf').digest('base64url')

/** Opaque id of a member's account, the same in each of his sessions; a screen sends it back with its calls. */
export const compteOf = ({ id }: Pick<Actor, 'id'>): string =>
  createHash('sha256').update(`compte ${id}`).digest('base64url').slice(0, 22)

export async function openSession(db: Db, membreId: number, ouverture?: Ouverture): Promise<string> {
  const token = randomToken()
  await db
    .insertInto('sessions')
    .values({ empreinte: digest(token), membre_id: membreId, ...ouverture })
    .execute()
  know(token)
  return token
}

/** Readings about to begin, for each database and token. */
const readings = new WeakMap<Db, Map<string, Promise<Session | null>>>()

/** Most tokens that a process knows; beyond it forgets the oldest, whose next call counts as a stranger's. */
const KNOWN = 10_000
/** Tokens that this process has seen open a session. */
const known = new Set<string>()
function know(token: string): void {
  const [oldest] = known
  if (oldest !== undefined && known.size >= KNOWN) known.delete(oldest)
  known.add(token)
}

/** Token that a request shows, if any. */
function tokenOf(request: FastifyRequest): string | undefined {
  const token = request.cookies[COOKIE]
  return token && token.length <= 128 ? token : undefined
}

/** True when this process has seen the token of the request open a session, which may have ended since. */
export const isKnown = (request: FastifyRequest): boolean => known.has(tokenOf(request) ?? '')

/**
 * Session of a request, or null, read from the database each time, so that a closed one ends at the next request in every process. Requests
 * that a screen sends together share one reading. @param within runs the reading, or refuses it
 */
export function readSession(
  db: Db,
  request: FastifyRequest,
  within: (read: () => Promise<Session | null>) => Promise<Session | null> = (read) => read(),
): Promise<Session | null> {
  const token = tokenOf(request)
  if (token === undefined) return Promise.resolve(null)
  const about = readings.get(db) ?? new Map<string, Promise<Session | null>>()
  readings.set(db, about)
  const shared = about.get(token)
  if (shared) return shared
  const reading = new Promise<Session | null>((resolve) => {
    setImmediate(() => {
      about.delete(token)
      resolve(within(() => readToken(db, token)))
    })
  })
  about.set(token, reading)
  return reading
}

/** Reads session, status and rôle in one query, so that a disabled or deleted member is out at the next request (Q62). */
async function readToken(db: Db, token: string): Promise<Session | null> {
  const [row] = await selectSession(db, digest(token))
  if (!row) {
    known.delete(token)
    return null
  }
  know(token)
  if (row.ancienne) await touch(db, token)
  const { id, name, email, role, provisoire } = row
  return { token, actor: { id, name, email }, role, suite: provisoire ? 'mot_de_passe' : null }
}

const selectSession = statement<
  [empreinte: Buffer],
  Actor & { role: Role; ancienne: boolean; provisoire: boolean }
>(
  (empreinte) => sql`
    select m.id, m.name, m.email, m.role, m.provisoire_jusqu_au is not null as provisoire, vue_le < now() - interval '5 minutes' as ancienne
    from sessions join membres m on m.id = sessions.membre_id
    where sessions.empreinte = ${empreinte} and m.actif and ${VIVANTE}`,
)

const touch = (db: Db, token: string) =>
  db
    .updateTable('sessions')
    .set({ vue_le: sql`now()` })
    .where('empreinte', '=', digest(token))
    .execute()

export async function closeSession(db: Db, token: string): Promise<void> {
  await db.deleteFrom('sessions').where('empreinte', '=', digest(token)).execute()
}

/** Ends every session of a member, except the one of `exceptToken`. */
export async function closeSessionsOf(db: Db, membreId: number, exceptToken?: string): Promise<void> {
  let query = db.deleteFrom('sessions').where('membre_id', '=', membreId)
  if (exceptToken) query = query.where('empreinte', '!=', digest(exceptToken))
  await query.execute()
}

/** Living sessions of a member, the last used first. @param token of the asking session */
export const listSessions = (db: Db, membreId: number, token: string) =>
  db
    .selectFrom('sessions')
    .where('membre_id', '=', membreId)
    .where(VIVANTE)
    .select(['id', 'appareil', 'adresse', 'cree_le as ouverte_le', 'vue_le'])
    .select(sql<boolean>`empreinte = ${digest(token)}`.as('actuelle'))
    .orderBy('vue_le', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Ends one session. @returns whether it existed */
export async function closeSessionById(db: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('sessions').where('id', '=', id).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Deletes the sessions that are no longer alive. */
export async function dropExpiredSessions(db: Db): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where(sql<boolean>`not ${VIVANTE}`)
    .execute()
}

const secure = (request: FastifyRequest) => request.protocol === 'https'

/** Sets the cookies of the session and of its anti-forgery token. */
export function sendSession(request: FastifyRequest, reply: FastifyReply, token: string): void {
  reply.setCookie(COOKIE, token, { httpOnly: true, sameSite: 'lax', path: '/', secure: secure(request) })
  sendXsrf(request, reply, xsrfOf(token))
}

/** Clears the session's cookie; the anti-forgery token becomes a visitor's again. */
export function clearSession(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(COOKIE, { httpOnly: true, sameSite: 'lax', path: '/', secure: secure(request) })
  sendXsrf(request, reply, randomToken())
}

/** GET /sanctum/csrf-cookie: token of the session, or a visitor's own (Q7). */
export function prepareXsrf(request: FastifyRequest, reply: FastifyReply, session: Session | null): void {
  sendXsrf(request, reply, session ? xsrfOf(session.token) : randomToken())
}

const sendXsrf = (request: FastifyRequest, reply: FastifyReply, value: string) =>
  reply.setCookie(XSRF_COOKIE, value, { sameSite: 'lax', path: '/', secure: secure(request) })

/**
 * Refuses a change that another site could have provoked: the token must come back, equal to the session's (for a visitor, to the cookie),
 * and the browser must not name another site. @throws jeton (419)
 */
export function verifyXsrf(request: FastifyRequest, session: Session | null): void {
  const sent = request.headers['x-xsrf-token'] ?? request.headers['x-csrf-token'] ?? bodyToken(request.body)
  const expected = session ? xsrfOf(session.token) : request.cookies[XSRF_COOKIE]
  if (typeof sent !== 'string' || !expected || !isSameSecret(sent, expected) || isFromElsewhere(request))
    throw refuse(communesErreurs.jeton)
}

const bodyToken = (body: unknown) =>
  typeof body === 'object' && body !== null && '_token' in body ? body._token : undefined

/** Compares two secrets in a time that tells nothing of them. */
export function isSameSecret(a: string, b: string): boolean {
  const [x, y] = [Buffer.from(a), Buffer.from(b)]
  return x.length === y.length && timingSafeEqual(x, y)
}

/** Tells whether a page of another site asks, by what the browser says of it; a caller that says nothing is none. */
export function isFromElsewhere(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const { origin } = request.headers
  if (origin === undefined) return false
  const page = URL.canParse(origin) ? new URL(origin).host : null
  if (page === request.host) return false
  tellOfHosts(request, page)
  return true
}

/** The usual cause is a proxy that forwards another host name; both names lead the administrator to the faulty line. */
const tellOfHosts = atMostEvery((calls, { log, host }: FastifyRequest, page: string | null) =>
  log.warn({ calls, page, asked: host }, 'refused: the page is of another host than the one that was asked'),
)
