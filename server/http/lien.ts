import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { BASE } from '#shared/endpoint.ts'
import type { Db } from '#server/database/db.ts'
import { statement } from '#server/database/prepared.ts'
import { AppError } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

/** The opened link of a client, as read from the database at this request. */
export interface Lien {
  id: number
  client_id: number
}

/** Under this name the journal keeps what a client does by his link. */
export const CLIENT_DU_LIEN: Actor = { id: 0, name: 'Client (lien)', email: '' }

const COOKIE = 'diyar_suivi'
const OPTIONS = { httpOnly: true, sameSite: 'lax', path: `${BASE}/api/suivi` } as const
/** An opened link stays open so many seconds. */
const DUREE = 30 * 60

/** What follows # in the address of a link; the database knows only its {@link empreinteDuLien}. */
export const newJeton = (): string => randomBytes(32).toString('base64url')
export const empreinteDuLien = (jeton: string): Buffer => createHash('sha256').update(jeton).digest()

/** The end is signed with what the holder of the link has and what he has not: by himself he can neither make nor lengthen one. */
const signature = (jeton: string, installation: string, fin: string) =>
  createHmac('sha256', jeton).update(`${installation} ${fin}`).digest('base64url')

/** Reads what is needed to leave the link open in this browser for thirty minutes. @returns what does so */
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
 * Whose link is open in this browser. Its row is read every time: what was revoked is closed at the next request.
 * @throws accesExpire (403) when none is, or not any more; lienPerime (404) when the link itself is gone
 */
export async function readLien(db: Db, request: FastifyRequest): Promise<Lien> {
  const [, jeton = '', fin = '', signed = ''] =
    /^([\w-]{43})\.(\d{1,11})\.([\w-]{43})$/.exec(request.cookies[COOKIE] ?? '') ?? []
  if (jeton === '' || Number(fin) * 1000 <= Date.now()) throw new AppError('accesExpire')
  const [row] = await selectLien(db, empreinteDuLien(jeton))
  if (!row || !same(signed, signature(jeton, row.installation, fin))) throw new AppError('accesExpire')
  if (row.id === null || row.client_id === null) throw new AppError('lienPerime')
  return { id: row.id, client_id: row.client_id }
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

function same(a: string, b: string): boolean {
  const [x, y] = [Buffer.from(a), Buffer.from(b)]
  return x.length === y.length && timingSafeEqual(x, y)
}
