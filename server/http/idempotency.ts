import { createHash, createHmac } from 'node:crypto'
import { communesErreurs } from '#shared/erreurs.ts'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Endpoint } from '#shared/endpoint.ts'
import type { Db } from '#server/database/db.ts'
import { statement } from '#server/database/prepared.ts'
import { refuse } from '#server/http/errors.ts'
import type { UploadedFile } from '#server/files/upload.ts'
import type { Session } from '#server/http/session.ts'

interface Asked {
  endpoint: Pick<Endpoint, 'method' | 'secret'>
  request: FastifyRequest
  session: Session | null
  body: unknown
  file: UploadedFile | null
}

/**
 * Runs a creating call once per Idempotency-Key: the key is taken in the transaction of the work, so a repeat waits and gets its answer
 * (Q208). A secret is never kept: the repeat of such a call runs the work again, which is told so. @throws cleReutilisee (422) when the key came with another request
 */
export async function answerOnce<T>(
  db: Db,
  { endpoint, request, session, body, file }: Asked,
  work: (repeated: boolean) => Promise<T>,
): Promise<T> {
  const key = request.headers['idempotency-key']
  if (endpoint.method !== 'POST' || !session || typeof key !== 'string' || key === '') return work(false)
  if (key.length > 255)
    throw refuse(communesErreurs.invalide, { texte: 'Idempotency-Key : 255 caractères au plus.' })
  const print = createHash('sha256')
    .update(
      JSON.stringify(
        [request.method, request.url, body ?? null, file && [file.nom, file.sha256.toString('hex')]],
        hashPasswords(session.token),
      ),
    )
    .digest()
  const owner = session.actor.id
  const [taken] = await takeKey(db, owner, key, print)
  if (taken) {
    const answer = await work(false)
    if (!endpoint.secret) await keepAnswer(db, owner, key, JSON.stringify(answer ?? null))
    return answer
  }
  const { empreinte, reponse } = await db
    .selectFrom('idempotence')
    .where('membre_id', '=', owner)
    .where('cle', '=', key)
    .select(['empreinte', 'reponse'])
    .executeTakeFirstOrThrow()
  if (!empreinte.equals(print)) throw refuse(communesErreurs.cleReutilisee)
  return endpoint.secret ? work(true) : (reponse as T)
}

/** Takes the key if it is free or was taken a day ago; returns a row if so. A key being taken is waited for. */
const takeKey = statement<[membre: number, cle: string, empreinte: Buffer], { cle: string }>(
  (membre, cle, empreinte) => sql`
    insert into idempotence as i (membre_id, cle, empreinte) values (${membre}, ${cle}, ${empreinte})
    on conflict (membre_id, cle) do update set empreinte = excluded.empreinte, reponse = null, cree_le = excluded.cree_le
      where i.cree_le < now() - interval '24 hours'
    returning cle`,
)

const keepAnswer = statement<[membre: number, cle: string, reponse: string], never>(
  (membre, cle, reponse) =>
    sql`update idempotence set reponse = ${reponse} where membre_id = ${membre} and cle = ${cle}`,
)

const SECRETS = new Set(['password', 'password_confirmation', 'mot_de_passe', 'actuel', 'code'])

/** The fingerprint keeps no fast hash of a password, which would undo the slow one of the account: a secret unknown to the database keys it. */
const hashPasswords = (secret: string) => (key: string, value: unknown) =>
  SECRETS.has(key) && typeof value === 'string'
    ? createHmac('sha256', secret).update(value).digest('hex')
    : value
