import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import type { Sauvegarde, Sauvegardes } from '#features/sauvegardes/sauvegardes.contract.ts'
import { lastFailure } from '#server/backup/failure.ts'
import { BACKUP_LOCK, namesIn, type Origine } from '#server/backup/kept.ts'
import { isOverdue } from '#server/backup/nightly.ts'
import { lockedSince, tryLockInTransaction } from '#server/database/locks.ts'
import type { Db } from '#server/database/db.ts'
import { AppError } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

const SANS_DOSSIER = "le dossier des sauvegardes n'existe plus."
const DOSSIER_ILLISIBLE = 'le dossier des sauvegardes ne peut pas être lu.'

/** The backups whose file is in the folder, newest first, the one that is being made, and what there is to worry about. */
export async function readSauvegardes(pool: Db, folder: string): Promise<Sauvegardes> {
  // Asked first: one that ends meanwhile is then in the list, and nobody is told that nothing is made and nothing was.
  const depuis = await lockedSince(pool, BACKUP_LOCK)
  const found = await namesIn(folder).catch(() => null)
  const names = found ?? []
  const [rows, last, en_retard] = [await rowsOf(pool, names), await readLast(pool), await isOverdue(pool)]
  const data = (await Promise.all(rows.map((row) => withFile(folder, row)))).flat()
  const failure = lastFailure(folder)
  const missing = !found ? DOSSIER_ILLISIBLE : last && found.length === 0 ? SANS_DOSSIER : null
  return {
    data,
    en_cours: depuis && (await readEnCours(depuis, folder, names, last?.taille ?? null)),
    // What has been made since, perhaps by another server, is what counts.
    echec: failure && !(last && last.faite_le > failure.at) ? failure.text : missing,
    en_retard,
  }
}

const rowsOf = (pool: Db, names: string[]) =>
  pool
    .selectFrom('sauvegardes')
    .where('fichier', '=', sql<string>`any(${names}::text[])`)
    .select(['id', 'fichier', 'taille', 'faite_le', 'origine', 'verifiee_le'])
    .orderBy('faite_le', 'desc')
    .orderBy('id', 'desc')
    .execute()

const readLast = (pool: Db) =>
  pool
    .selectFrom('sauvegardes')
    .select(['taille', 'faite_le'])
    .orderBy('faite_le', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** A file of another size is not the one that was written. */
async function withFile(
  folder: string,
  { verifiee_le, faite_le, origine, ...row }: Awaited<ReturnType<typeof rowsOf>>[number],
): Promise<Sauvegarde[]> {
  const size = (await stat(join(folder, row.fichier)).catch(() => null))?.size
  return size === row.taille
    ? [
        {
          ...row,
          faite_le: faite_le.toISOString(),
          // The database knows no other.
          origine: origine as Origine,
          verifiee: verifiee_le !== null,
        },
      ]
    : []
}

/**
 * The backup that somebody makes, this server or another on the same database: its file is seen where it is in our folder. How far it
 * is follows from the last one, and is never all of it before it has been read back.
 */
async function readEnCours(
  depuis: Date,
  folder: string,
  names: string[],
  last: number | null,
): Promise<Sauvegardes['en_cours']> {
  const drafts = await Promise.all(
    names
      .filter((name) => name.endsWith('.partiel'))
      .map((name) => stat(join(folder, name)).catch(() => null)),
  )
  // Those that a dead process has left are older. Clocks of a disk may be a little behind.
  const [draft] = drafts
    .flatMap((one) => (one && one.mtimeMs > depuis.getTime() - 2_000 ? [one] : []))
    .toSorted((a, b) => b.mtimeMs - a.mtimeMs)
  const octets = draft?.size ?? 0
  const pourcentage = last === null ? null : Math.min(99, Math.floor((octets * 100) / last))
  return { depuis: depuis.toISOString(), octets, pourcentage }
}

/**
 * Takes note that a member wants a backup, unless one is being made.
 * @param db a transaction, which keeps others from asking until it is over
 * @returns the number that its row will have, and the name of its file
 * @throws sauvegardeEnCours (409)
 */
export async function askForSauvegarde(db: Db, actor: Actor): Promise<{ id: number; fichier: string }> {
  if (!(await tryLockInTransaction(db, BACKUP_LOCK))) throw new AppError('sauvegardeEnCours')
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('sauvegardes', 'id')) as id`.execute(db)
  const id = rows[0]?.id ?? 0
  const instant = new Date().toISOString().slice(0, 19).replaceAll(':', '')
  const fichier = `manuelle-${instant}Z-${id}.tar`
  const apres = { fichier, origine: 'manuelle' satisfies Origine }
  await writeJournal(db, actor, { action: 'sauvegarder', objet: 'sauvegarde', id, apres })
  return { id, fichier }
}

/** A backup by its number. @throws introuvable (404) */
export async function readSauvegarde(
  db: Db,
  id: number,
): Promise<{ id: number; fichier: string; taille: number }> {
  const row = await db
    .selectFrom('sauvegardes')
    .where('id', '=', id)
    .select(['id', 'fichier', 'taille'])
    .executeTakeFirst()
  if (!row) throw new AppError('introuvable')
  return row
}
