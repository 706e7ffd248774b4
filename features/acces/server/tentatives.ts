import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { BASE } from '#shared/endpoint.ts'
import { normaliser } from '#shared/texte.ts'
import { addressKey, shownAddress } from '#server/http/address.ts'
import type { Db } from '#server/database/db.ts'
import { connectionSignal } from '#server/http/listener.ts'
import type { Ouverture } from '#server/http/session.ts'
import type { Budget } from '#server/http/throttle.ts'

const MINUTE = 60
/** How long an account remembers where it was opened, counted from the last time. */
const MEMOIRE = 90 * 24 * 60 * MINUTE

/** Where an attempt comes from. */
export interface Origine {
  /** As {@link addressKey} writes it. */
  adresse: string
  /** The token that a browser has from its last sign-in to this account, if any. */
  appareil(membreId: number): string | undefined
  /** What the session keeps of it, for its member to recognise. */
  ouverture: Ouverture
  /** Aborts when whoever tries has gone. */
  signal: AbortSignal
}

/** More of what a browser says of itself tells nobody anything. */
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

/** Lets the browser show, at the next sign-in and nowhere else, that this account was opened there before. */
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

/** 20 attempts a minute from one address, sign-in and sign-up together (Q74). */
export const parAdresse = (adresse: string): Budget => ({
  key: `adresse:${adresse}`,
  max: 20,
  seconds: MINUTE,
})

/** 5 failed attempts a minute for one e-mail and address (Q74). */
export const parCompte = (email: string, adresse: string): Budget => ({
  key: `compte:${normaliser(email)}:${adresse}`,
  max: 5,
  seconds: MINUTE,
})

/**
 * Wherever they come from, an account takes a hundred failures at once and one a minute after that; strangers share them,
 * a place where it was opened before has as many to itself: nobody uses up those of the owner (docs/decisions/0052).
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

/**
 * The browser, else the address, if this account was opened there before. Without an account (`membreId` 0) it takes the same
 * work and finds none.
 */
export async function lieuConnu(pool: Db, membreId: number, origine: Origine): Promise<string | undefined> {
  const lieux = lieuxDe(origine, origine.appareil(membreId))
  const { rows } = await sql<{ cle: string }>`
    select cle from tentatives where cle = any(${lieux.map((lieu) => marque(membreId, lieu))}) and expire_le > now()`.execute(
    pool,
  )
  return lieux.find((lieu) => rows.some(({ cle }) => cle === marque(membreId, lieu)))
}

/**
 * Remembers that an account was opened here.
 * @param connu what {@link lieuConnu} said: a browser that the account does not know gets a token of the server's making
 * @returns the browser's token
 */
export async function retenirLieu(
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
