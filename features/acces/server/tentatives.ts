import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { BASE } from '#shared/endpoint.ts'
import { normaliser } from '#shared/texte.ts'
import { addressKey, shownAddress, type Budget } from '#server/http/throttle.ts'
import type { Db } from '#server/database/db.ts'
import { connectionSignal } from '#server/http/listener.ts'
import type { Ouverture } from '#server/http/session.ts'

const MINUTE = 60
/** Seconds for which an account remembers a browser or an address after its last sign-in there. */
const MEMOIRE = 90 * 24 * 60 * MINUTE

export interface Origine {
  /** Key written by {@link addressKey}. */
  adresse: string
  /** Token of this browser from its last sign-in to the account, if any. */
  appareil(membreId: number): string | undefined
  /** Data stored with the session, by which the member recognises it. */
  ouverture: Ouverture
  signal: AbortSignal
}

/** Characters of the user agent that are kept. */
const APPAREIL_MAX = 300

const cookieDe = (membreId: number) => `diyar_appareil_${membreId}`

export const origineDe = (request: FastifyRequest): Origine => ({
  adresse: addressKey(request.ip),
  appareil: (membreId) => request.cookies[cookieDe(membreId)],
  ouverture: {
    appareil: (request.headers['user-agent'] ?? '').slice(0, APPAREIL_MAX),
    adresse: shownAddress(request.ip),
  },
  signal: connectionSignal(request.raw),
})

/** Gives the browser the token of a known place for this account. The cookie is sent to the sign-in only. */
export function sendAppareil(
  request: FastifyRequest,
  reply: FastifyReply,
  membreId: number,
  appareil: string,
): void {
  reply.setCookie(cookieDe(membreId), appareil, {
    httpOnly: true,
    sameSite: 'strict',
    path: `${BASE}/login`,
    secure: request.protocol === 'https',
    maxAge: MEMOIRE,
  })
}

/** Limit of attempts from one address: 20 a minute, sign-in and sign-up together (Q74). */
export const parAdresse = (adresse: string): Budget => ({
  key: `adresse:${adresse}`,
  max: 20,
  seconds: MINUTE,
})

/** Limit of failures for one e-mail at one address: 5 a minute (Q74). */
export const parCompte = (email: string, adresse: string): Budget => ({
  key: `compte:${normaliser(email)}:${adresse}`,
  max: 5,
  seconds: MINUTE,
})

/**
 * Limit of failures for an account from anywhere: a hundred, then one a minute. A known place has a limit of its own, so that strangers
 * cannot lock out the owner (docs/decisions/0052).
 */
export const partout = (email: string, lieu: string | undefined): Budget => ({
  key: `${lieu ?? 'partout'}:${normaliser(email)}`,
  burst: 100,
  every: MINUTE,
})

const digest = (appareil: string) => createHash('sha256').update(appareil).digest('base64url')
const lieuxDe = ({ adresse }: Origine, appareil: string | undefined) => [
  ...(appareil ? [`appareil:${digest(appareil)}`] : []),
  `connue:${adresse}`,
]
const marque = (membreId: number, lieu: string) => `ouvert:${membreId}:${lieu}`

/** Has no memory of a place or of attempts last longer than it may: a clock that has been put right since ran ahead. */
export async function shortenMemories(pool: Db): Promise<void> {
  const end = sql<Date>`now() + make_interval(secs => ${MEMOIRE})`
  await pool.updateTable('tentatives').set({ expire_le: end }).where('expire_le', '>', end).execute()
}

/** The browser, else the address, where the account was opened before. Without an account (`membreId` 0) it does the same work. */
export async function lieuConnu(pool: Db, membreId: number, origine: Origine): Promise<string | undefined> {
  const lieux = lieuxDe(origine, origine.appareil(membreId))
  const { rows } = await sql<{ cle: string }>`
    select cle from tentatives where cle = any(${lieux.map((lieu) => marque(membreId, lieu))}) and expire_le > now()`.execute(
    pool,
  )
  return lieux.find((lieu) => rows.some(({ cle }) => cle === marque(membreId, lieu)))
}

/**
 * Remembers the browser and the address of a sign-in, and returns the browser's token. A browser that is not `connu`, the answer of
 * {@link lieuConnu}, gets a new token, so that no client chooses its own.
 */
export async function rememberLieu(
  db: Db,
  membreId: number,
  origine: Origine,
  connu: string | undefined,
): Promise<string> {
  const shown = origine.appareil(membreId)
  const kept = shown !== undefined && connu === `appareil:${digest(shown)}` ? shown : undefined
  const appareil = kept ?? randomBytes(32).toString('base64url')
  for (const lieu of lieuxDe(origine, appareil))
    await sql`
      insert into tentatives (cle, compte, expire_le) values (${marque(membreId, lieu)}, 0, now() + make_interval(secs => ${MEMOIRE}))
      on conflict (cle) do update set expire_le = excluded.expire_le`.execute(db)
  return appareil
}
