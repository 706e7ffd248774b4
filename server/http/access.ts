import { createHash, createHmac, randomBytes } from 'node:crypto'
import { communesErreurs } from '#shared/erreurs.ts'
import type { FastifyInstance, FastifyRequest, FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { peut, type Access } from '#shared/droits.ts'
import type { Db } from '#server/database/db.ts'
import { refuse } from '#server/http/errors.ts'
import { cleDeTelephone, numerosDe } from '#shared/telephone.ts'
import {
  compteOf,
  isKnown,
  isSameSecret,
  readSession,
  type Session,
  type Actor,
} from '#server/http/session.ts'
import { addressKey } from '#server/http/throttle.ts'
import { BASE, EN_TETE_DU_COMPTE } from '#shared/endpoint.ts'
import { statement } from '#server/database/prepared.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Droit that the call needs; every address below the base path declares one. */
    access?: Access
    /** True for a call that any account's screen may make, such as sign-out. */
    toutCompte?: boolean
    /** True for a call that a member with a provisional password may make. */
    malgreSuite?: boolean
    /** Places that the call takes, where they are not those of most calls. */
    places?: Places
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
 * Decides who may make a call as soon as its headers are there. @throws nonAuthentifie (401); suiteMotDePasse (403) for a provisional password;
 * roleInsuffisant (403) when the rôle lacks the droit; compteChange (409) right after the session; for a buyer's link, accesExpire (403) or lienPerime (404)
 */
export function guardCalls(app: FastifyInstance): void {
  app.decorateRequest('session', null)
  app.decorateRequest('lien', null)
  app.decorateRequest('bodyCameLater', false)
  app.addHook('onRequest', async (request) => {
    const { access } = request.routeOptions.config
    if (!access) return
    request.session = await admit(app.pool, request, access, (work, known) =>
      inPlace(app, request, known, work),
    )
    request.bodyCameLater = hasBody(request.method) && !request.raw.complete
  })
}

/**
 * Session at the start of the work, read again after a late body: the member may be signed out or disabled meanwhile (Q62).
 * @throws nonAuthentifie (401), compteChange (409), roleInsuffisant (403) when the session has ended, its account or rôle has changed
 */
export async function sessionNow(pool: Db, request: FastifyRequest, access: Access): Promise<Session | null> {
  if (request.bodyCameLater) request.session = await admit(pool, request, access, (work) => work())
  return request.session
}

/** Places apart from those of most calls: sign-ins and sign-ups, which strangers make, and neither of which keeps the other out. */
export type Places = 'signIns' | 'signUps'

/**
 * Runs a work of a call in one of its places. @param known false for a stranger, who has fewer of them: no session, or a cookie that has not
 * opened one yet @throws indisponible (503, Retry-After) when none is left
 */
export function inPlace<T>(
  app: FastifyInstance,
  request: FastifyRequest,
  known: boolean,
  work: () => Promise<T>,
): Promise<T> {
  const { places } = request.routeOptions.config
  if (places) return app[places].take(work, addressKey(request.ip))
  return app.slots.take(work, known ? undefined : addressKey(request.ip))
}

/** Runs a question to the database in a place: a member's, or a stranger's until his cookie is known. */
type Place = <T>(work: () => Promise<T>, known: boolean) => Promise<T>

/** GET and HEAD have no body to wait for. */
const hasBody = (method: string) => method !== 'GET' && method !== 'HEAD'

async function admit(
  pool: Db,
  request: FastifyRequest,
  access: Access,
  place: Place,
): Promise<Session | null> {
  if (access === 'lien') {
    // The call of a buyer ignores a member's session in the same browser.
    request.lien = await readLien(pool, request, place)
    return null
  }
  const session = await readSession(pool, request, (read) => place(read, isKnown(request)))
  if (access === 'public') return session
  if (!session) throw refuse(communesErreurs.nonAuthentifie)
  refuseOtherCompte(request, session)
  if (session.suite && !request.routeOptions.config.malgreSuite) throw refuse(communesErreurs.suiteMotDePasse)
  if (!peut(session.role, access)) throw refuse(communesErreurs.roleInsuffisant)
  return session
}

/** A member signs in in one tab while another tab shows a colleague's screens: what that one saves must not be written as his. */
function refuseOtherCompte({ headers, routeOptions }: FastifyRequest, { actor }: Session): void {
  const drawnFor = headers[EN_TETE_DU_COMPTE]
  const compte = compteOf(actor)
  if (drawnFor === undefined || drawnFor === compte || routeOptions.config.toutCompte) return
  throw refuse(communesErreurs.compteChange, { nom: actor.name }).saying({ compte })
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
/** Seconds by which the clocks of two servers may differ. */
const AVANCE = 5 * 60

/** Token after # in the address of a link; the database holds only its {@link empreinteDuLien}. */
export const newJeton = (): string => randomBytes(32).toString('base64url')
export const empreinteDuLien = (jeton: string): Buffer => createHash('sha256').update(jeton).digest()

/** The facts on which an opening of a link rests: once any of them has changed, every earlier opening is closed. */
interface Appuis {
  installation: string
  fermetures: number | null
  tel: string | null
  tel2: string | null
}

const hmac = (key: string, ...parts: (string | number)[]) =>
  createHmac('sha256', key).update(parts.join(' ')).digest('base64url')

/** Signs with token and installation id: the buyer has the token only, and cannot forge or extend an opening. */
const signature = (jeton: string, installation: string, fin: string, etat: string) =>
  hmac(jeton, installation, fin, etat)

/** The number of closings and the client's telephones, however they are written, as a text that tells nothing of them. */
const etatDe = ({ installation, fermetures, tel, tel2 }: Appuis) =>
  hmac(
    installation,
    fermetures ?? 0,
    ...[tel, tel2].map((champ) => cleDeTelephone(numerosDe(champ ?? '')[0] ?? '')),
  )

/** Reads what openings of the link are signed with. @returns a function that sets the cookie of the link for thirty minutes */
export async function prepareLien(
  db: Db,
  request: FastifyRequest,
  reply: FastifyReply,
  jeton: string,
): Promise<() => void> {
  const [row] = await selectLien(db, empreinteDuLien(jeton))
  if (!row) throw new Error('a database without an installation')
  return () => {
    const fin = String(Math.floor(Date.now() / 1000) + DUREE)
    const etat = etatDe(row)
    const value = `${jeton}.${fin}.${signature(jeton, row.installation, fin, etat)}.${etat}`
    reply.setCookie(COOKIE, value, { ...OPTIONS, secure: request.protocol === 'https', maxAge: DUREE })
  }
}

export function clearLien(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(COOKIE, { ...OPTIONS, secure: request.protocol === 'https' })
}

/**
 * Link open in this browser, read at each request, so that a revoked one closes at once.
 * @throws accesExpire (403) for no open link, an expired or closed one, or another than the page asks for; lienPerime (404) for a revoked one
 */
async function readLien(db: Db, request: FastifyRequest, place: Place): Promise<Lien> {
  const [, jeton = '', fin = '', signed = '', etat = ''] =
    /^([\w-]{43})\.(\d{1,11})\.([\w-]{43})\.([\w-]{43})$/.exec(request.cookies[COOKIE] ?? '') ?? []
  const left = Number(fin) - Date.now() / 1000
  // An end further away than an opening is long was signed by a clock that ran ahead.
  if (jeton === '' || left <= 0 || left > DUREE + AVANCE) throw refuse(communesErreurs.accesExpire)
  const [row] = await place(() => selectLien(db, empreinteDuLien(jeton)), false)
  if (!row || !isSameSecret(signed, signature(jeton, row.installation, fin, etat)))
    throw refuse(communesErreurs.accesExpire)
  if (row.id === null || row.client_id === null) throw refuse(communesErreurs.lienPerime)
  if (etat !== etatDe(row)) throw refuse(communesErreurs.accesExpire)
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

interface Row extends Appuis {
  id: number | null
  client_id: number | null
}

const selectLien = statement<[empreinte: Buffer], Row>(
  (empreinte) => sql`
    select i.id as installation, l.id, l.client_id, l.fermetures, c.tel, c.tel2 from installation i
    left join liens_clients l on l.empreinte = ${empreinte} and l.revoque_le is null and l.expire_le > now()
    left join clients c on c.id = l.client_id`,
)
