import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '#server/database/db.ts'
import { codeOf, CommandError } from '#server/refusal.ts'

/** Forms of sslmode whose meaning is the same in every release of the driver, as part of a sentence. */
const TLS_FORMS =
  "sslmode=verify-full (chiffré, et le certificat vérifié ; avec sslrootcert=/chemin/autorite.pem quand son autorité n'est pas publique), " +
  "sslmode=no-verify (chiffré, mais n'importe qui peut se faire passer pour le serveur) ou sslmode=disable (en clair)"
const TLS_MODES = ['verify-full', 'no-verify', 'disable']

/** Checks the sslmode of a database address. @throws CommandError for a mode that does not say whether the certificate is verified */
export function assertTlsForm(databaseUrl: string): void {
  const mode = new URL(databaseUrl).searchParams.get('sslmode')
  if (mode === null || TLS_MODES.includes(mode)) return
  throw new CommandError(
    `le réglage DATABASE_URL n'est pas valable : sslmode=${mode} ne dit pas si le certificat du serveur est vérifié ; écrivez ${TLS_FORMS}.`,
  )
}

/** Checks an outside server. @throws CommandError when it may lose a payment, is older than PostgreSQL 15, or is not in UTF8 */
export async function assertDurable(db: Db): Promise<void> {
  const wanted = ['fsync', 'full_page_writes', 'synchronous_commit']
  for (const name of wanted) {
    // An engine without the setting (CockroachDB …) cannot switch it off.
    const { rows } = await sql<{
      value: string | null
    }>`select current_setting(${name}, true) as value`.execute(db)
    if (rows[0]?.value === 'off') {
      throw new CommandError(
        `le serveur PostgreSQL a le réglage ${name} à « off » et pourrait perdre des paiements enregistrés : remettez-le à « on ».`,
      )
    }
  }
  const { rows } = await sql<{ version: number; encoding: string }>`
    select current_setting('server_version_num')::integer as version, current_setting('server_encoding') as encoding`.execute(
    db,
  )
  const { version = 0, encoding } = rows[0] ?? {}
  if (version < 150_000)
    throw new CommandError(
      'le serveur PostgreSQL est trop ancien : il faut la version 15 ou une plus récente.',
    )
  if (encoding !== 'UTF8')
    throw new CommandError(`la base de données est en ${encoding} : créez-la avec l'encodage UTF8.`)
}

/** Statements in a row on one connection; a busy pooler may need more than two to show a change of session. */
const IN_TURN = 4

/**
 * Checks that each connection is its own session, as locks and time-outs need. Behind a pooler a second connection gets the first one's
 * session, or the first gets another one. The transaction below would hide a pooler that lends sessions in turn (PgBouncer,
 * server_round_robin), so some statements run before it. @throws CommandError for a pooler
 */
export async function assertOneSession(pool: pg.Pool): Promise<void> {
  const lock = randomInt(2 ** 31)
  const ask = 'select pg_backend_pid() as pid, pg_try_advisory_lock($1) as taken'
  const first = await pool.connect()
  let second: pg.PoolClient | undefined
  try {
    // If the server has no second connection, the first one must still be released, else the pool could not end.
    second = await pool.connect()
    const one = await first.query<{ pid: number; taken: boolean }>(ask, [lock])
    const pid = one.rows[0]?.pid
    let kept = true
    for (let n = 0; n < IN_TURN; n++) {
      const { rows } = await first.query<{ pid: number }>('select pg_backend_pid() as pid')
      kept &&= rows[0]?.pid === pid
    }
    await second.query('begin')
    const other = await second.query<{ pid: number; taken: boolean }>(ask, [lock])
    const again = await first.query<{ pid: number }>(ask, [lock])
    await second.query('commit')
    const apart = one.rows[0]?.taken && !other.rows[0]?.taken && other.rows[0]?.pid !== pid
    if (apart && kept && again.rows[0]?.pid === pid) return
  } finally {
    // Ending the connections frees their locks.
    first.release(true)
    second?.release(true)
  }
  throw new CommandError(
    "DATABASE_URL mène à un répartiteur de connexions (PgBouncer) qui change de session à chaque transaction : les verrous et les délais s'y perdraient. " +
      "Mettez-le en mode session (pool_mode = session), ou donnez l'adresse du serveur PostgreSQL lui-même.",
  )
}

const CERTIFICATES: Record<string, string> = {
  CERT_HAS_EXPIRED: 'est périmé',
  ERR_TLS_CERT_ALTNAME_INVALID: "est au nom d'un autre serveur",
  DEPTH_ZERO_SELF_SIGNED_CERT: "n'est signé par aucune autorité connue",
  SELF_SIGNED_CERT_IN_CHAIN: "n'est signé par aucune autorité connue",
  UNABLE_TO_GET_ISSUER_CERT: "n'est signé par aucune autorité connue",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "n'est signé par aucune autorité connue",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "n'est signé par aucune autorité connue",
}

/** CommandError for an outside server that was not reached; it says what to write in DATABASE_URL. */
export function explainUnreachable(error: unknown): unknown {
  if (error instanceof CommandError) return error
  const reason = (error instanceof AggregateError ? String(error.errors[0]) : String(error)).replace(
    /^(Error|error): /,
    '',
  )
  const certificate = CERTIFICATES[codeOf(error)]
  if (certificate)
    return new CommandError(
      `le certificat du serveur PostgreSQL ${certificate} : dans DATABASE_URL, écrivez ${TLS_FORMS}.`,
    )
  if (reason.includes('does not support SSL'))
    return new CommandError(
      "le serveur PostgreSQL n'accepte pas de connexion chiffrée : mettez-y « ssl = on », ou retirez sslmode de DATABASE_URL.",
    )
  if (codeOf(error) === '28000' && reason.includes('no encryption'))
    return new CommandError(
      `le serveur PostgreSQL veut une connexion chiffrée : dans DATABASE_URL, écrivez ${TLS_FORMS}.`,
    )
  // ENOENT of a connect is an absent socket, not an absent file.
  const dialled = error instanceof Error && 'syscall' in error && error.syscall === 'connect'
  if (codeOf(error) === 'ENOENT' && !dialled)
    return new CommandError(`le fichier que nomme sslrootcert dans DATABASE_URL ne se lit pas (${reason}).`)
  return new CommandError(`la base de données ne répond pas (${reason}) : vérifiez DATABASE_URL.`)
}

/** CommandError when the tables could not be made for lack of rights or a read-only server; any other error unchanged. */
export function explainUnwritable(
  error: unknown,
  { user, database }: pg.ClientBase & { user?: string; database?: string },
): unknown {
  const code = codeOf(error) || codeOf(error instanceof Error ? error.cause : null)
  if (code === '42501')
    return new CommandError(
      `le rôle ${user} ne peut pas créer de tables dans la base ${database} : faites-en le propriétaire (\`alter database "${database}" owner to "${user}"\`).`,
      { cause: error },
    )
  if (code === '25006')
    return new CommandError(
      `la base ${database} est en lecture seule : donnez dans DATABASE_URL l'adresse du serveur principal, ou remettez default_transaction_read_only à « off ».`,
      { cause: error },
    )
  return error
}
