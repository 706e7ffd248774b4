import { createHash, createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Endpoint } from '#shared/endpoint.ts'
import type { Db } from '#server/database/db.ts'
import { AppError } from '#server/http/errors.ts'
import type { UploadedFile } from '#server/files/upload.ts'
import type { Session } from '#server/http/session.ts'

interface Asked {
  endpoint: Pick<Endpoint, 'method'>
  request: FastifyRequest
  session: Session | null
  body: unknown
  file: UploadedFile | null
}

/**
 * With an Idempotency-Key, a creating call does its work once: the key is taken in the same transaction as the work,
 * so a repeat waits for the first and gets its answer (Q208).
 * @throws cleReutilisee (422) when the key came with another request before
 */
export async function answerOnce<T>(
  db: Db,
  { endpoint, request, session, body, file }: Asked,
  work: () => Promise<T>,
): Promise<T> {
  const key = request.headers['idempotency-key']
  if (endpoint.method !== 'POST' || !session || typeof key !== 'string' || key === '') return work()
  if (key.length > 255) throw new AppError('invalide', { texte: 'Idempotency-Key : 255 caractères au plus.' })
  const print = createHash('sha256')
    .update(
      JSON.stringify(
        [request.method, request.url, body ?? null, file && [file.nom, file.sha256.toString('hex')]],
        hashPasswords(session.token),
      ),
    )
    .digest()
  const owner = session.actor.id
  await db
    .deleteFrom('idempotence')
    .where('membre_id', '=', owner)
    .where('cle', '=', key)
    .where('cree_le', '<', sql<Date>`now() - interval '24 hours'`)
    .execute()
  const taken = await db
    .insertInto('idempotence')
    .values({ membre_id: owner, cle: key, empreinte: print })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (taken.numInsertedOrUpdatedRows === 1n) {
    const answer = await work()
    await db
      .updateTable('idempotence')
      .set({ reponse: JSON.stringify(answer ?? null) })
      .where('membre_id', '=', owner)
      .where('cle', '=', key)
      .execute()
    return answer
  }
  const { empreinte, reponse } = await db
    .selectFrom('idempotence')
    .where('membre_id', '=', owner)
    .where('cle', '=', key)
    .select(['empreinte', 'reponse'])
    .executeTakeFirstOrThrow()
  if (!empreinte.equals(print)) throw new AppError('cleReutilisee')
  return reponse as T
}

/** A fast hash of a password, kept, would undo the slow one that members have: it is keyed with what the database does not know. */
const hashPasswords = (secret: string) => (key: string, value: unknown) =>
  key.startsWith('password') && typeof value === 'string'
    ? createHmac('sha256', secret).update(value).digest('hex')
    : value
