import { stat } from 'node:fs/promises'
import { communesErreurs } from '#shared/erreurs.ts'
import { sauvegardesErreurs } from '#features/sauvegardes/sauvegardes.erreurs.ts'
import { join } from 'node:path'
import { sql } from 'kysely'
import { jourOf, type Jour } from '#shared/dates.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import type { Sauvegarde, Sauvegardes } from '#features/sauvegardes/sauvegardes.contract.ts'
import { lastFailure } from '#server/backup/failure.ts'
import { BACKUP_LOCK, namesIn, type Origine, type Sauvegardes as Lieu } from '#server/backup/kept.ts'
import { isOverdue } from '#server/backup/nightly.ts'
import { lockedSince, tryLockInTransaction } from '#server/database/locks.ts'
import { AVANCE, type Db } from '#server/database/db.ts'
import { refuse } from '#server/http/errors.ts'
import type { Actor, Session } from '#server/http/session.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'

const SANS_DOSSIER = "le dossier des sauvegardes n'existe plus."
const DOSSIER_ILLISIBLE = 'le dossier des sauvegardes ne peut pas être lu.'

/** Lists the backups whose file exists, the newest first, and the state of the running and the last one. Sizes in bytes. */
export async function readSauvegardes(pool: Db, { folder, connection }: Lieu): Promise<Sauvegardes> {
  // The lock is read before the list: a backup that ends in between is then in the list.
  const depuis = await lockedSince(pool, BACKUP_LOCK)
  const found = await namesIn(folder).catch(() => null)
  const names = found ?? []
  const [rows, last, en_retard] = [await rowsOf(pool, names), await readLast(pool), await isOverdue(pool)]
  const data = (await Promise.all(rows.map((row) => withFile(folder, row)))).flat()
  const failure = await lastFailure('sauvegarde', connection, pool)
  const missing = !found ? DOSSIER_ILLISIBLE : last && found.length === 0 ? SANS_DOSSIER : null
  return {
    data,
    en_cours: depuis && (await readEnCours(depuis, folder, names, last?.taille ?? null)),
    // A failure counts only if no backup was made since, by any server.
    echec: failure && !(last && last.faite_le > failure.at) ? failure.text : missing,
    en_retard,
    installee_le: await readInstallation(pool),
  }
}

/** Day of the first migration, whose age a restore keeps: the first member may have been deleted since. */
async function readInstallation(pool: Db): Promise<Jour | null> {
  const { rows } = await sql<{ le: Date | null }>`select min(applied_at) as le from migrations`.execute(pool)
  const le = rows[0]?.le ?? null
  return le && jourOf(le)
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

/** A file of another size is not the written backup. */
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
          // The column accepts only these values.
          origine: origine as Origine,
          verifiee: verifiee_le !== null,
        },
      ]
    : []
}

/** Progress of the backup that runs on any server of this folder, in percent of the last size; at most 99, because the read-back follows. */
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
  // Drafts left by dead processes are older. A disk's clock may be two seconds behind.
  const [draft] = drafts
    .flatMap((one) => (one && one.mtimeMs > depuis.getTime() - 2_000 ? [one] : []))
    .toSorted((a, b) => b.mtimeMs - a.mtimeMs)
  const octets = draft?.size ?? 0
  const pourcentage = last === null ? null : Math.min(99, Math.floor((octets * 100) / last))
  return { depuis: depuis.toISOString(), octets, pourcentage }
}

/**
 * Reserves the id and the file name of a backup and notes the wish in the journal. The transaction `db` locks out other requests.
 * @throws sauvegardeEnCours (409)
 */
export async function askForSauvegarde(db: Db, actor: Actor): Promise<{ id: number; fichier: string }> {
  if (!(await tryLockInTransaction(db, BACKUP_LOCK))) throw refuse(sauvegardesErreurs.sauvegardeEnCours)
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('sauvegardes', 'id')) as id`.execute(db)
  const id = rows[0]?.id ?? 0
  const instant = new Date().toISOString().slice(0, 19).replaceAll(':', '')
  const fichier = `manuelle-${instant}Z-${id}.tar`
  const apres = { fichier, origine: 'manuelle' satisfies Origine }
  await writeJournal(db, actor, { action: 'sauvegarder', objet: 'sauvegarde', id, apres })
  return { id, fichier }
}

/** Reads a backup; `taille` in bytes. @throws introuvable (404) */
export async function readSauvegarde(
  db: Db,
  id: number,
): Promise<{ id: number; fichier: string; taille: number }> {
  const row = await db
    .selectFrom('sauvegardes')
    .where('id', '=', id)
    .select(['id', 'fichier', 'taille'])
    .executeTakeFirst()
  if (!row) throw refuse(communesErreurs.introuvable)
  return row
}

/** Seconds during which a download may begin after the password was given. */
const DUREE = 60

/**
 * Grants the download of one backup to one session: an end and an HMAC, checked without storage. The key is the hash of the member's
 * password, so a stolen cookie makes no jeton and a new password ends all jetons.
 */
export async function grantJeton(db: Db, session: Session, id: number): Promise<string> {
  const { cle, maintenant } = await readKey(db, session)
  return jetonUntil(maintenant + DUREE, cle, session, id)
}

/** Tells whether a jeton of this session and this backup is still valid. */
export async function isJetonValid(db: Db, session: Session, id: number, jeton: string): Promise<boolean> {
  const fin = Number(/^(\d{1,12})\./.exec(jeton)?.[1] ?? 0)
  const { cle, maintenant } = await readKey(db, session)
  if (fin < maintenant || fin > maintenant + DUREE) return false
  const [sent, expected] = [Buffer.from(jeton), Buffer.from(jetonUntil(fin, cle, session, id))]
  return sent.length === expected.length && timingSafeEqual(sent, expected)
}

/** Computes a jeton. @param fin seconds since 1970 @param cle hash of the member's password */
export function jetonUntil(fin: number, cle: string, { token }: Pick<Session, 'token'>, id: number): string {
  const seal = createHmac('sha256', cle).update(JSON.stringify(['sauvegarde', token, id, fin]))
  return `${fin}.${seal.digest('base64url')}`
}

/** The database's clock is the same for all processes. */
async function readKey(db: Db, { actor }: Session): Promise<{ cle: string; maintenant: number }> {
  return db
    .selectFrom('membres')
    .where('id', '=', actor.id)
    .select(['mot_de_passe as cle', sql<number>`floor(extract(epoch from now()))::bigint`.as('maintenant')])
    .executeTakeFirstOrThrow()
}

/**
 * Instant from which a member may download backups; null for now. A stolen session of the direction can create an account or a password,
 * so both must be a day old, except in the first week of an installation.
 */
export async function availableFrom(db: Db, membreId: number): Promise<Date | null> {
  // The day is counted from the first demand where a clock that ran ahead wrote an instant of the future.
  await sql`
    update membres set cree_le = least(cree_le, now()),
      mot_de_passe_le = case when mot_de_passe_le > now() then now() else mot_de_passe_le end
    where id = ${membreId} and greatest(cree_le, mot_de_passe_le) > now() + ${AVANCE}`.execute(db)
  const { rows } = await sql<{ des: Date }>`
    select greatest(cree_le, mot_de_passe_le) + interval '24 hours' as des from membres
    where id = ${membreId} and greatest(cree_le, mot_de_passe_le) > now() - interval '24 hours'
      and (select min(applied_at) from migrations) not between now() - interval '7 days' and now() + ${AVANCE}`.execute(
    db,
  )
  return rows[0]?.des ?? null
}
