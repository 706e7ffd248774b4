import { sql } from 'kysely'
import { communesErreurs } from '#shared/erreurs.ts'
import { accesErreurs } from '#features/acces/acces.erreurs.ts'
import { takeCode, type Preuve } from '#features/acces/server/second-facteur.service.ts'
import type { Utilisateur } from '#features/acces/acces.contract.ts'
import { hashSignUp, verifyPassword } from '#features/acces/server/password.ts'
import {
  lieuConnu,
  parAdresse,
  parCompte,
  partout,
  rememberLieu,
  type Origine,
  shortenMemories,
} from '#features/acces/server/tentatives.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import { jourOf } from '#shared/dates.ts'
import { toRole, type Suite } from '#shared/droits.ts'
import type { Db } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { refuse } from '#server/http/errors.ts'
import { closeSession, openSession, type Actor, type Ouverture, type Session } from '#server/http/session.ts'
import { refundBudgets, spendBudgets, type Budget } from '#server/http/throttle.ts'

export const statutDe = (actif: boolean): Utilisateur['statut'] => (actif ? 'activé' : 'désactivé')

const toUtilisateur = ({
  id,
  name,
  email,
  actif,
  role,
}: Omit<Utilisateur, 'statut' | 'role'> & { actif: boolean; role: string }): Utilisateur => ({
  id,
  name,
  email,
  statut: statutDe(actif),
  role: toRole(role),
})

/**
 * Checks e-mail, password and, of who has one, the code, and opens a session, which ends the session `replaced`. Returns the tokens of
 * session and browser. With the right password alone there is no session, and a code is asked for without counting a failure.
 * @param pool a pool and no transaction: a refused attempt must stay counted
 * @throws in this order tropDeTentatives (429), identifiants (422), compteInactif and provisoireExpire (403), codeDemande and codeInvalide
 * (422 on `code`), of which the last counts as a failure; indisponible (503)
 */
export async function login(
  pool: Db,
  origine: Origine,
  { email, password, code }: { email: string; password: string; code?: string | null | undefined },
  replaced?: string,
): Promise<{ token: string; appareil: string; user: Utilisateur; suite: Suite }> {
  const membre = await pool
    .selectFrom('membres')
    .where(sql<boolean>`lower(email) = lower(${email.normalize('NFC')})`)
    .select(['id', 'name', 'email', 'actif', 'mot_de_passe', 'role', 'desactive_le', 'provisoire_jusqu_au'])
    .select(['otp_secret', 'otp_actif_le'])
    .executeTakeFirst()
  const { right, lieu, refund } = await examine(
    pool,
    origine,
    { id: membre?.id ?? 0, email },
    password,
    membre,
  )
  if (!membre || !right) throw refuse(accesErreurs.identifiants)
  const secret = membre.otp_actif_le ? membre.otp_secret : null
  const sent = code?.trim() ?? ''
  // The refusals below are no guess at a password, but for a wrong code.
  if (secret === null || sent === '') await refund()
  if (!membre.actif) throw inactif(membre.desactive_le)
  if (membre.provisoire_jusqu_au && membre.provisoire_jusqu_au <= new Date())
    throw refuse(accesErreurs.provisoireExpire)
  if (secret !== null && sent === '') throw refuse(accesErreurs.codeDemande).on('code')
  const opened = await inTransaction(pool, async (db) => {
    if (secret !== null && !(await takeCode(db, membre, secret, sent)))
      throw refuse(accesErreurs.codeInvalide).on('code')
    const token = await openSessionIfUnchanged(db, membre, origine.ouverture)
    if (replaced) await closeSession(db, replaced)
    return { token, appareil: await rememberLieu(db, membre.id, origine, lieu) }
  })
  if (secret !== null) await refund()
  return {
    ...opened,
    user: toUtilisateur(membre),
    suite: membre.provisoire_jusqu_au ? 'mot_de_passe' : null,
  }
}

/** Refusal of an account that is not active, with the day on which it was shut out, if it was (ecrans §11). */
const inactif = (desactive_le: Date | null) =>
  refuse(accesErreurs.compteInactif).saying(desactive_le ? { desactive_le: jourOf(desactive_le) } : {})

/**
 * Checks the password of a signed-in member. Failures count like failed sign-ins, because both allow guessing. The attempt of a right one
 * is given back by the caller, who may have a code to look at first.
 * @param pool a pool and no transaction: a refused attempt must stay counted @throws tropDeTentatives (429), indisponible (503)
 */
export async function confirmPassword(
  pool: Db,
  origine: Origine,
  { id, email }: Pick<Actor, 'id' | 'email'>,
  password: string,
): Promise<Preuve> {
  const membre = await pool
    .selectFrom('membres')
    .where('id', '=', id)
    .select('mot_de_passe')
    .executeTakeFirst()
  const { right, refund } = await examine(pool, origine, { id, email }, password, membre)
  return { hash: (right && membre?.mot_de_passe) || null, refund }
}

/**
 * Verifies a password. A failure counts for the address, for the account at that address and for the account from anywhere; so does what is
 * right until it is given back by `refund`.
 */
async function examine(
  pool: Db,
  origine: Origine,
  { id, email }: Pick<Actor, 'id' | 'email'>,
  password: string,
  membre: { mot_de_passe: string } | undefined,
): Promise<{ right: boolean; lieu: string | undefined; refund: () => Promise<void> }> {
  const lieu = await lieuConnu(pool, id, origine)
  const account = [parCompte(email, origine.adresse), partout(email, lieu)]
  const budgets = [parAdresse(origine.adresse), ...account]
  await spendBudgets(pool, budgets)
  const right = await verifyPassword(membre?.mot_de_passe, password, origine.signal).catch((error: unknown) =>
    giveBack(pool, origine, { budgets, account }, error),
  )
  return { right, lieu, refund: () => refundBudgets(pool, budgets) }
}

/** Refunds the attempts of an unverified password. An aborted one still costs its address, which else could fill the queue at no cost. */
async function giveBack(
  pool: Db,
  { signal }: Origine,
  { budgets, account }: { budgets: Budget[]; account: Budget[] },
  error: unknown,
): Promise<never> {
  await refundBudgets(pool, signal.aborted ? account : budgets)
  throw error
}

/** Opens the session unless password, code or status changed meanwhile. The row lock makes a later change wait; that change ends the session. */
async function openSessionIfUnchanged(
  db: Db,
  { id, mot_de_passe, otp_actif_le }: { id: number; mot_de_passe: string; otp_actif_le: Date | null },
  ouverture: Ouverture,
): Promise<string> {
  const { rows } = await sql`
    select 1 from membres where id = ${id} and actif and mot_de_passe = ${mot_de_passe}
      and (otp_actif_le is null) = ${otp_actif_le === null} for share`.execute(db)
  if (rows.length === 0) throw refuse(accesErreurs.identifiants)
  return openSession(db, id, ouverture)
}

/**
 * Creates an account. The first one of an installation is active at once, later ones wait for activation (Q58).
 * @param pool a pool and no transaction: the attempt must stay counted, and no connection waits for the hash
 * @throws emailPris (422), tropDeTentatives and tropDeDemandes (429), indisponible (503)
 */
export async function register(
  pool: Db,
  origine: Origine,
  { name, email, password }: { name: string; email: string; password: string },
): Promise<Utilisateur> {
  const budgets = [parAdresse(origine.adresse)]
  await spendBudgets(pool, budgets)
  await assertRoom(pool)
  const mot_de_passe = await hashSignUp(password, origine.signal).catch((error: unknown) =>
    giveBack(pool, origine, { budgets, account: [] }, error),
  )
  return inTransaction(pool, (db) => createAccount(db, { name, email, mot_de_passe }))
}

async function createAccount(
  db: Db,
  { name, email, mot_de_passe }: { name: string; email: string; mot_de_passe: string },
): Promise<Utilisateur> {
  await lockMembers(db)
  await dropOldRequests(db)
  await assertRoom(db)
  const existing = await db
    .selectFrom('membres')
    .select(sql<number>`count(*)`.as('n'))
    .executeTakeFirstOrThrow()
  const row = await db
    .insertInto('membres')
    .values({ name, email, mot_de_passe, actif: existing.n === 0, attend: existing.n > 0 })
    .returning(['id', 'name', 'email', 'actif', 'role'])
    .executeTakeFirstOrThrow()
  const user = toUtilisateur(row)
  const himself: Actor = { id: row.id, name, email }
  await writeJournal(db, himself, { action: 'inscrire', objet: 'membre', id: row.id, apres: user })
  return user
}

/** Accounts made by sign-up that may wait at once: more than a firm has members, and few enough to be looked at. */
const DEMANDES_MAX = 200

/** Actor in the journal for what nobody does. */
const DIYAR: Actor = { id: 0, name: 'Diyar', email: '' }

/** Deletes the requests of more than thirty days: nobody expects an answer to them any more. */
async function dropOldRequests(db: Db): Promise<void> {
  const dropped = await db
    .deleteFrom('membres')
    .where('attend', '=', true)
    .where('cree_le', '<', sql<Date>`now() - interval '30 days'`)
    .returning(['id', 'name', 'email', 'actif', 'role'])
    .execute()
  for (const row of dropped)
    await writeJournal(db, DIYAR, {
      action: 'supprimer',
      objet: 'membre',
      id: row.id,
      avant: toUtilisateur(row),
    })
}

/** Lets what is too old fall, also where nobody signs up any more. */
export async function tidyAcces(pool: Db): Promise<void> {
  await shortenMemories(pool)
  await inTransaction(pool, async (db) => {
    await lockMembers(db)
    await dropOldRequests(db)
  })
}

/** Refuses a sign-up while too many wait, those that fall left out. @throws tropDeDemandes (429) */
async function assertRoom(db: Db): Promise<void> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from membres where attend and cree_le >= now() - interval '30 days'`.execute(db)
  if ((rows[0]?.n ?? 0) >= DEMANDES_MAX) throw refuse(accesErreurs.tropDeDemandes)
}

/** Serialises the changes of accounts until the end of the transaction, so that two members cannot disable each other (Q63). */
export async function lockMembers(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${MEMBERS_LOCK})`.execute(db)
}
const MEMBERS_LOCK = 7_342_001

/** Session of a member's call, which always has one. @throws nonAuthentifie (401) */
export function signedIn(session: Session | null): Session {
  if (!session) throw refuse(communesErreurs.nonAuthentifie)
  return session
}
