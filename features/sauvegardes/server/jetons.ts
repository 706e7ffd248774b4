import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/database/db.ts'
import type { Session } from '#server/http/session.ts'

/** How long a backup may be downloaded once the password was given, in seconds. */
const DUREE = 60

/**
 * Lets a member download one backup, in the sign-in that asks and no other. The jeton is its end and an HMAC, so that any process
 * may look at it and none has to keep it. The key is the hash of the member's password: a cookie alone, which is all that a browser left
 * open or a stolen one has, makes no jeton; and a new password ends those that are about.
 */
export async function grantJeton(db: Db, session: Session, id: number): Promise<string> {
  const { cle, maintenant } = await readKey(db, session)
  return jetonUntil(maintenant + DUREE, cle, session, id)
}

/** Was this jeton given in this sign-in for this backup, less than a minute ago? */
export async function isJetonValid(db: Db, session: Session, id: number, jeton: string): Promise<boolean> {
  const fin = Number(/^(\d{1,12})\./.exec(jeton)?.[1] ?? 0)
  const { cle, maintenant } = await readKey(db, session)
  if (fin < maintenant || fin > maintenant + DUREE) return false
  const [sent, expected] = [Buffer.from(jeton), Buffer.from(jetonUntil(fin, cle, session, id))]
  return sent.length === expected.length && timingSafeEqual(sent, expected)
}

/** @param fin seconds since 1970 @param cle the hash of the member's password */
export function jetonUntil(fin: number, cle: string, { token }: Pick<Session, 'token'>, id: number): string {
  const seal = createHmac('sha256', cle).update(JSON.stringify(['sauvegarde', token, id, fin]))
  return `${fin}.${seal.digest('base64url')}`
}

/** By the database's clock: it is the same for every process. */
async function readKey(db: Db, { actor }: Session): Promise<{ cle: string; maintenant: number }> {
  return db
    .selectFrom('membres')
    .where('id', '=', actor.id)
    .select(['mot_de_passe as cle', sql<number>`floor(extract(epoch from now()))::bigint`.as('maintenant')])
    .executeTakeFirstOrThrow()
}
