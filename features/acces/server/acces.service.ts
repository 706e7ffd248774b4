import { sql } from 'kysely'
import type { Utilisateur } from '#features/acces/acces.contract.ts'
import { hashPassword, verifyPassword } from '#features/acces/server/password.ts'
import { noter } from '#features/journal/server/journal.service.ts'
import type { Db } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { AppError } from '#server/errors.ts'
import { closeSession, openSession, type Actor } from '#server/session.ts'
import { normaliser } from '#shared/texte.ts'
import { refund, spend, type Budget } from '#server/throttle.ts'

const MINUTE = 60

/** 20 attempts a minute from one address, sign-in and sign-up together (Q74). */
const perAddress = (ip: string): Budget => ({ key: `adresse:${ip}`, max: 20, seconds: MINUTE })
/** 5 failed attempts a minute for one e-mail and address (Q74). */
const perAccount = (ip: string, email: string): Budget => ({
  key: `compte:${normaliser(email)}:${ip}`,
  max: 5,
  seconds: MINUTE,
})

export const statutDe = (actif: boolean): Utilisateur['statut'] => (actif ? 'activé' : 'désactivé')

/**
 * Checks an e-mail and password and opens a session.
 * @param pool not a transaction: a refused attempt stays counted
 * @param replaced token of the session that the browser comes with, if any: the new one takes its place
 * @throws identifiants (422), compteInactif (403, only with the right password), tropDeTentatives (429)
 */
export async function login(
  pool: Db,
  ip: string,
  { email, password }: { email: string; password: string },
  replaced?: string,
): Promise<{ token: string; user: Utilisateur }> {
  const budgets = [perAddress(ip), perAccount(ip, email)]
  await spend(pool, budgets)
  const membre = await pool
    .selectFrom('membres')
    .where(sql<boolean>`lower(email) = lower(${email.normalize('NFC')})`)
    .select(['id', 'name', 'email', 'actif', 'mot_de_passe'])
    .executeTakeFirst()
  const right = await verifyPassword(membre?.mot_de_passe, password)
  if (!membre || !right) throw new AppError('identifiants')
  await refund(pool, budgets)
  if (!membre.actif) throw new AppError('compteInactif')
  const token = await inTransaction(pool, async (db) => {
    const opened = await openSessionIfUnchanged(db, membre.id, membre.mot_de_passe)
    if (replaced) await closeSession(db, replaced)
    return opened
  })
  return {
    token,
    user: { id: membre.id, name: membre.name, email: membre.email, statut: statutDe(membre.actif) },
  }
}

/**
 * Verifying a password takes time: if it was changed meanwhile, or the account shut, the old one opens nothing. The lock
 * makes the change wait for this session, which it then ends.
 */
async function openSessionIfUnchanged(db: Db, id: number, verified: string): Promise<string> {
  const { rows } =
    await sql`select 1 from membres where id = ${id} and actif and mot_de_passe = ${verified} for share`.execute(
      db,
    )
  if (rows.length === 0) throw new AppError('identifiants')
  return openSession(db, id)
}

/** Spends one of the address's attempts: sign-up is limited like sign-in. @throws tropDeTentatives */
export const limitRegistrations = (pool: Db, ip: string) => spend(pool, [perAddress(ip)])

/**
 * Creates an account. The first of an empty installation is active at once, later ones wait (Q58).
 * @throws emailPris (422)
 */
export async function register(
  db: Db,
  { name, email, password }: { name: string; email: string; password: string },
): Promise<Utilisateur> {
  const mot_de_passe = await hashPassword(password)
  await lockMembers(db)
  const existing = await db
    .selectFrom('membres')
    .select(sql<number>`count(*)`.as('n'))
    .executeTakeFirstOrThrow()
  const row = await db
    .insertInto('membres')
    .values({ name, email, mot_de_passe, actif: existing.n === 0 })
    .returning(['id', 'name', 'email', 'actif'])
    .executeTakeFirstOrThrow()
  const user = { id: row.id, name: row.name, email: row.email, statut: statutDe(row.actif) }
  const himself: Actor = { id: row.id, name, email }
  await noter(db, himself, { action: 'inscrire', objet: 'membre', id: row.id, apres: user })
  return user
}

/** One at a time around accounts and their status: two members cannot disable each other at once (Q63). */
export async function lockMembers(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${MEMBERS_LOCK})`.execute(db)
}
const MEMBERS_LOCK = 7_342_001
