import { NotEnoughSpace, formatOctets } from '#server/files/disk-space.ts'
import { Refusal } from '#server/http/refusal.ts'

/** A backup that is not on the disk as it should be, and why; its message also names the file. */
export class UnwrittenBackup extends Refusal {
  /** The end of a sentence. */
  readonly reason: string

  constructor(path: string, reason: string, options?: ErrorOptions) {
    super(`la sauvegarde ${path} n'a pas pu être écrite : ${reason}.`, options)
    this.reason = reason
  }
}

/** What the disk says against a backup, as a sentence; any other failure as it is. */
export function explainWriteFailure(path: string, error: unknown): unknown {
  if (error instanceof NotEnoughSpace) return new UnwrittenBackup(path, lackOf(error), { cause: error })
  const reason = REASONS[error instanceof Error && 'code' in error ? String(error.code) : '']
  return reason ? new UnwrittenBackup(path, reason) : error
}

function lackOf({ needed, kept, free }: NotEnoughSpace): string {
  const reserve = kept > 0 ? `, plus ${formatOctets(kept)} à laisser libres pour la base de données` : ''
  return `il faut ${formatOctets(needed)}${reserve}, et le disque n'a que ${formatOctets(free, 'floor')} libres`
}

const REASONS: Record<string, string> = {
  ENOSPC: 'le disque est plein',
  EDQUOT: 'le disque est plein',
  EACCES: "l'accès au dossier est refusé",
  EPERM: "l'accès au dossier est refusé",
  EROFS: 'le disque est en lecture seule',
  ENOENT: "le dossier n'existe pas et ne peut pas être créé",
  ENOTDIR: "le chemin n'est pas un dossier",
  EEXIST: "le chemin n'est pas un dossier",
  EIO: 'le disque est défaillant',
}
