import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Role } from '#shared/droits.ts'
import type { Db } from '#server/database/db.ts'
import { statement } from '#server/database/prepared.ts'
import { AppError } from '#server/http/errors.ts'

/** The signed-in member, as read from the database at this request. */
export interface Actor {
  id: number
  name: string
  email: string
}

export interface Session {
  /** The cookie's token; the database knows only its sha256. */
  token: string
  actor: Actor
  role: Role
}

const COOKIE = 'diyar_session'
const XSRF_COOKIE = 'XSRF-TOKEN'
/** How a session was opened: what the browser says of itself, and from which address. */
export interface Ouverture {
  appareil: string
  adresse: string
}

const IDLE = sql`interval '60 minutes'`
const ABSOLUTE = sql`interval '12 hours'`

const digest = (token: string) => createHash('sha256').update(token).digest()
const randomToken = () => randomBytes(32).toString('base64url')
/** Bound to its session: a token planted from elsewhere, or left over from another session, is worth nothing. */
const xsrfOf = (token: string) => createHmac('sha256', token).update('xsrf').digest('base64url')

/** Opens a session for a member and returns its token. */
export async function openSession(db: Db, membreId: number, ouverture?: Ouverture): Promise<string> {
  const token = randomToken()
  await db
    .insertInto('sessions')
    .values({ empreinte: digest(token), membre_id: membreId, ...ouverture })
    .execute()
  return token
}

/** The readings that are about to begin, of each database by token. */
const readings = new WeakMap<Db, Map<string, Promise<Session | null>>>()

/**
 * The session of a request, or null. It is read from the database after the request has come, every time: whoever is out is out at the next
 * request, whichever process served the last one. A screen asks several things at once: those that come together share one reading, which
 * begins when no more of them is there to be taken in.
 */
export function readSession(db: Db, request: FastifyRequest): Promise<Session | null> {
  const token = request.cookies[COOKIE]
  if (!token || token.length > 128) return Promise.resolve(null)
  const about = readings.get(db) ?? new Map<string, Promise<Session | null>>()
  readings.set(db, about)
  const shared = about.get(token)
  if (shared) return shared
  const reading = new Promise<Session | null>((resolve) => {
    setImmediate(() => {
      about.delete(token)
      resolve(readToken(db, token))
    })
  })
  about.set(token, reading)
  return reading
}

/**
 * The member's status and rôle are read in the same query, every time: a member who is disabled or deleted is out at the next request (Q62).
 * Idle 60 minutes, 12 hours in all, by the database's clock.
 */
async function readToken(db: Db, token: string): Promise<Session | null> {
  const [row] = await selectSession(db, digest(token))
  if (!row) return null
  if (row.ancienne) await touch(db, token)
  return { token, actor: { id: row.id, name: row.name, email: row.email }, role: row.role }
}

const selectSession = statement<[empreinte: Buffer], Actor & { role: Role; ancienne: boolean }>(
  (empreinte) => sql`
    select m.id, m.name, m.email, m.role, s.vue_le < now() - interval '5 minutes' as ancienne
    from sessions s join membres m on m.id = s.membre_id
    where s.empreinte = ${empreinte} and m.actif and s.vue_le > now() - ${IDLE} and s.cree_le > now() - ${ABSOLUTE}`,
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

/** Ends every session of a member except, when given, the one that is asking. */
export async function closeSessionsOf(db: Db, membreId: number, exceptToken?: string): Promise<void> {
  let query = db.deleteFrom('sessions').where('membre_id', '=', membreId)
  if (exceptToken) query = query.where('empreinte', '!=', digest(exceptToken))
  await query.execute()
}

/** A session through which its member may work: neither left for an hour nor older than twelve. */
const VIVANTE = sql<boolean>`vue_le > now() - ${IDLE} and cree_le > now() - ${ABSOLUTE}`

/** The living sessions of a member, the one used last first. @param token of the one that asks */
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

/** Ends one session by its number. @returns whether it was still there */
export async function closeSessionById(db: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('sessions').where('id', '=', id).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Removes the sessions that have expired. */
export async function dropExpiredSessions(db: Db): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where(sql<boolean>`vue_le < now() - ${IDLE} or cree_le < now() - ${ABSOLUTE}`)
    .execute()
}

const secure = (request: FastifyRequest) => request.protocol === 'https'

/** Gives the browser its session and the anti-forgery token that goes with it. */
export function sendSession(request: FastifyRequest, reply: FastifyReply, token: string): void {
  reply.setCookie(COOKIE, token, { httpOnly: true, sameSite: 'lax', path: '/', secure: secure(request) })
  sendXsrf(request, reply, xsrfOf(token))
}

/** Takes the session back; the anti-forgery token becomes a visitor's again. */
export function clearSession(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(COOKIE, { httpOnly: true, sameSite: 'lax', path: '/', secure: secure(request) })
  sendXsrf(request, reply, randomToken())
}

/** GET /sanctum/csrf-cookie: the token of the session, or a visitor's own (Q7). */
export function prepareXsrf(request: FastifyRequest, reply: FastifyReply, session: Session | null): void {
  sendXsrf(request, reply, session ? xsrfOf(session.token) : randomToken())
}

const sendXsrf = (request: FastifyRequest, reply: FastifyReply, value: string) =>
  reply.setCookie(XSRF_COOKIE, value, { sameSite: 'lax', path: '/', secure: secure(request) })

/**
 * Refuses a change that another site could have provoked: the token must come back in a header, equal to the
 * session's (or, for a visitor, to the cookie), and the browser must not say that the request comes from elsewhere.
 * @throws jeton (419)
 */
export function verifyXsrf(request: FastifyRequest, session: Session | null): void {
  const sent = request.headers['x-xsrf-token'] ?? request.headers['x-csrf-token'] ?? bodyToken(request.body)
  const expected = session ? xsrfOf(session.token) : request.cookies[XSRF_COOKIE]
  if (typeof sent !== 'string' || !expected || !same(sent, expected) || fromElsewhere(request))
    throw new AppError('jeton')
}

const bodyToken = (body: unknown) =>
  typeof body === 'object' && body !== null && '_token' in body ? body._token : undefined

function same(a: string, b: string): boolean {
  const [x, y] = [Buffer.from(a), Buffer.from(b)]
  return x.length === y.length && timingSafeEqual(x, y)
}

function fromElsewhere(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const { origin } = request.headers
  return origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== request.host)
}
