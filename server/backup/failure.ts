import { UnwrittenBackup } from '#server/backup/unwritten.ts'
import { isDiskFull } from '#server/files/disk-space.ts'
import { Refusal } from '#server/http/refusal.ts'

/** Why the last backup of a folder was not made, and when. */
export interface Failure {
  at: Date
  /** The end of a sentence, in French, without the names of the machine's folders. */
  text: string
}

/** By folder, in this process: it is the one that tries again, and that tells of it. */
const failures = new Map<string, Failure>()

/** Remembers why a backup was not made, until one is. */
export function rememberFailure(folder: string, error: unknown): void {
  failures.set(folder, { at: new Date(), text: reasonOf(error) })
}

export const forgetFailure = (folder: string): void => void failures.delete(folder)

/** Of the backups that this process has tried to make in a folder; null when the last one was made. */
export const lastFailure = (folder: string): Failure | null => failures.get(folder) ?? null

function reasonOf(error: unknown): string {
  if (error instanceof UnwrittenBackup) return `${error.reason}.`
  if (error instanceof Refusal) return error.message
  if (isDiskFull(error)) return 'le disque est plein.'
  return REASONS[codeOf(error)] ?? 'la cause est notée dans le journal du serveur.'
}

/** Of the database and of the folder, which fail before anything is written. */
const REASONS: Record<string, string> = {
  ...Object.fromEntries(
    ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', '57P01', '57P02', '57P03', '53300'].map(
      (code) => [code, 'la base de données ne répond pas.'],
    ),
  ),
  ENOTDIR: "le dossier des sauvegardes n'en est pas un.",
  ENOENT: "le dossier des sauvegardes n'existe plus.",
  EACCES: "l'accès au dossier des sauvegardes est refusé.",
  EPERM: "l'accès au dossier des sauvegardes est refusé.",
  EROFS: 'le disque est en lecture seule.',
  EIO: 'le disque est défaillant.',
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''
