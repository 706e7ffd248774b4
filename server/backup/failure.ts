import { sql } from 'kysely'
import type pg from 'pg'
import { onOwnConnection } from '#server/backup/connection.ts'
import type { Db } from '#server/database/db.ts'
import { isDiskFull, NotEnoughSpace } from '#server/files/disk-space.ts'
import { codeOf, CommandError } from '#server/refusal.ts'
import { formatTaille } from '#shared/taille.ts'

/** Tasks that the server does by itself and whose failures it shows: the backup, and the check of the rules. */
type Essai = 'sauvegarde' | 'controle'

interface Failure {
  at: Date
  /** End of a French sentence, without paths of the machine. */
  text: string
}

/** Failures of this process that the database, away or on a full disk, could not store; the key is the task and the database. */
const failures = new Map<string, Failure>()
const keyOf = (essai: Essai, { connectionString, host, database }: pg.ClientConfig) =>
  [essai, connectionString, host, database].join(' ')

/** Remembers why a task failed, until it succeeds, across a restart if the database answers. @param signal aborts the wait */
export async function rememberFailure(
  essai: Essai,
  connection: pg.ClientConfig,
  error: unknown,
  signal?: AbortSignal,
): Promise<void> {
  const failure = rememberHere(essai, connection, error)
  await onOwnConnection(connection, signal, (client) =>
    client.query(
      `insert into echecs (essai, survenu_le, texte) values ($1, $2, $3)
        on conflict (essai) do update set survenu_le = excluded.survenu_le, texte = excluded.texte`,
      [essai, failure.at, failure.text],
    ),
  ).then(
    // The row now holds the failure. Another process that succeeds can delete the row, but not the entry here.
    () => forgetHere(essai, connection),
    () => {},
  )
}

/**
 * Keeps a failure in this process. A task does so before it lets go of its lock, so that whoever sees the task over reads why.
 */
export function rememberHere(essai: Essai, connection: pg.ClientConfig, error: unknown): Failure {
  const failure = { at: new Date(), text: reasonOf(error) }
  failures.set(keyOf(essai, connection), failure)
  return failure
}

/** Deletes the failure after a success. @param client a connection outside a transaction */
export async function forgetFailure(
  essai: Essai,
  connection: pg.ClientConfig,
  client: pg.ClientBase,
): Promise<void> {
  forgetHere(essai, connection)
  // An older schema, which the backup command may meet, has no such table.
  await client.query('delete from echecs where essai = $1', [essai]).catch(() => {})
}

/** Forgets only the failure kept in this process. */
export const forgetHere = (essai: Essai, connection: pg.ClientConfig): void =>
  void failures.delete(keyOf(essai, connection))

/** Last failure of any process; null after a success. */
export async function lastFailure(
  essai: Essai,
  connection: pg.ClientConfig,
  db: Db,
): Promise<Failure | null> {
  const { rows } =
    await sql<Failure>`select survenu_le as at, texte as text from echecs where essai = ${essai}`.execute(db)
  const [kept] = rows
  const here = failures.get(keyOf(essai, connection))
  return here && (!kept || kept.at < here.at) ? here : (kept ?? null)
}

function reasonOf(error: unknown): string {
  if (error instanceof UnwrittenBackup) return `${error.reason}.`
  if (error instanceof CommandError) return error.message
  if (isDiskFull(error)) return 'le disque est plein.'
  return REASONS[codeOf(error)] ?? 'la cause est notée dans le journal du serveur.'
}

/** Names the trouble of a disk, by the code of its error. */
const DISK: Record<string, string> = {
  ENOSPC: 'le disque est plein',
  EDQUOT: 'le disque est plein',
  EROFS: 'le disque est en lecture seule',
  EIO: 'le disque est défaillant',
}

/** Errors of the database and of the backup folder before anything is written, by code. */
const REASONS: Record<string, string> = {
  ...Object.fromEntries(Object.entries(DISK).map(([code, text]) => [code, `${text}.`])),
  ...Object.fromEntries(
    ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', '57P01', '57P02', '57P03', '53300'].map(
      (code) => [code, 'la base de données ne répond pas.'],
    ),
  ),
  ENOTDIR: "le dossier des sauvegardes n'en est pas un.",
  ENOENT: "le dossier des sauvegardes n'existe plus.",
  EACCES: "l'accès au dossier des sauvegardes est refusé.",
  EPERM: "l'accès au dossier des sauvegardes est refusé.",
}

/** CommandError of a backup that could not be written whole; the message names the file. */
export class UnwrittenBackup extends CommandError {
  readonly reason: string

  constructor(path: string, reason: string, options?: ErrorOptions) {
    super(`la sauvegarde ${path} n'a pas pu être écrite : ${reason}.`, options)
    this.reason = reason
  }
}

/** {@link UnwrittenBackup} for an error of the disk; any other error unchanged. */
export function explainWriteFailure(path: string, error: unknown): unknown {
  if (error instanceof NotEnoughSpace) return new UnwrittenBackup(path, lackOf(error), { cause: error })
  const reason = UNWRITTEN[codeOf(error)]
  return reason ? new UnwrittenBackup(path, reason) : error
}

function lackOf({ needed, kept, free }: NotEnoughSpace): string {
  const reserve =
    kept > 0 ? `, plus ${formatTaille(kept, 'haut')} à laisser libres pour la base de données` : ''
  return `il faut ${formatTaille(needed, 'haut')}${reserve}, et le disque n'a que ${formatTaille(free, 'bas')} libres`
}

/** Errors of the disk while a backup is written, by code. */
const UNWRITTEN: Record<string, string> = {
  ...DISK,
  EACCES: "l'accès au dossier est refusé",
  EPERM: "l'accès au dossier est refusé",
  ENOENT: "le dossier n'existe pas et ne peut pas être créé",
  ENOTDIR: "le chemin n'est pas un dossier",
  EEXIST: "le chemin n'est pas un dossier",
}
