import { sql } from 'kysely'
import { lockMembers, statutDe } from '#features/acces/server/acces.service.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import type { Membre, MembreChange } from '#features/membres/membres.contract.ts'
import { DIRECTION, toRole, type Role } from '#shared/droits.ts'
import { toPage, readTranche, type PageQuery } from '#shared/pagination.ts'
import type { Db } from '#server/database/db.ts'
import { changeVersioned, count } from '#server/database/records.ts'
import { AppError } from '#server/http/errors.ts'
import { closeSessionsOf, type Actor } from '#server/http/session.ts'

const PAR_PAGE = 6
const columns = ['id', 'name', 'email', 'actif', 'role', 'version'] as const

const toMembre = ({
  actif,
  role,
  ...row
}: {
  id: number
  name: string
  email: string
  actif: boolean
  role: string
  version: number
}): Membre => ({
  ...row,
  statut: statutDe(actif),
  role: toRole(role),
})

/** One page of members, six unless told: those who wait for activation first, then the newest (Q37, Q61). */
export async function listMembres(db: Db, query: PageQuery) {
  const slice = readTranche(query, PAR_PAGE)
  const rows = await db
    .selectFrom('membres')
    .select(columns)
    .orderBy('actif')
    .orderBy('id', 'desc')
    .limit(slice.limit)
    .offset(slice.offset)
    .execute()
  return toPage(rows.map(toMembre), await count(db, 'membres'), slice, '/backend/public/api/members')
}

/**
 * Adds a member who may sign in at once: a member vouches for him (Q65). Without a rôle he is of the direction.
 * @param mot_de_passe hash of his password, made before the transaction
 * @throws emailPris (422)
 */
export async function createMembre(
  db: Db,
  actor: Actor,
  { name, email, role }: { name: string; email: string; role?: Role | undefined },
  mot_de_passe: string,
): Promise<Membre> {
  const row = await db
    .insertInto('membres')
    .values({ name, email, mot_de_passe, actif: true, role })
    .returning(columns)
    .executeTakeFirstOrThrow()
  const membre = toMembre(row)
  await writeJournal(db, actor, { action: 'ajouter', objet: 'membre', id: membre.id, apres: membre })
  return membre
}

/** The member as he is now. @throws introuvable */
export async function readMembre(db: Db, id: number): Promise<Membre> {
  const row = await db.selectFrom('membres').select(columns).where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('introuvable')
  return toMembre(row)
}

/**
 * Saves name and e-mail and, when they are given, rôle and password. With a new password every other session of that member
 * ends in the same transaction; with another rôle nobody is signed out, his next request knows it. The journal says that the password changed, never what it is.
 * @param mot_de_passe hash of the password that was given, made before the transaction
 * @param keptToken session that asks: it stays open when the member changes his own password
 * @throws introuvable, derniereDirection (422), versionPerimee (409), emailPris (422)
 */
export async function updateMembre(
  db: Db,
  actor: Actor,
  id: number,
  input: Omit<MembreChange, 'password'> & { role?: Role | undefined },
  mot_de_passe: string | undefined,
  keptToken: string | undefined,
): Promise<Membre> {
  if (input.role) await lockMembers(db)
  const avant = await lockMembre(db, id)
  if (input.role && input.role !== avant.role) await keepOneDirection(db, avant, input.role)
  await changeVersioned(db, 'membres', avant, input.version, {
    name: input.name,
    email: input.email,
    role: input.role,
    mot_de_passe,
  })
  if (mot_de_passe) await closeSessionsOf(db, id, keptToken)
  const apres = await readMembre(db, id)
  await writeJournal(db, actor, {
    action: 'modifier',
    objet: 'membre',
    id,
    avant,
    apres: { ...apres, ...(mot_de_passe && { motDePasseChange: true }) },
  })
  return apres
}

/**
 * Lets a member sign in, in a rôle if one is given. Activating an active member changes nothing but that rôle, which an edit form
 * that is open somewhere must not set back: his version moves with it.
 * @throws introuvable, derniereDirection (422)
 */
export async function activateMembre(
  db: Db,
  actor: Actor,
  id: number,
  role: Role | undefined,
): Promise<Membre> {
  await lockMembers(db)
  const avant = await lockMembre(db, id)
  if (!role || role === avant.role) return setActif(db, actor, avant, true)
  await keepOneDirection(db, avant, role)
  await changeVersioned(db, 'membres', avant, null, { actif: true, role })
  const apres = await readMembre(db, id)
  const action = avant.statut === apres.statut ? 'modifier' : 'activer'
  await writeJournal(db, actor, { action, objet: 'membre', id, avant, apres })
  return apres
}

/**
 * Shuts a member out: his sessions end in the same transaction (Q62). Disabling a disabled member changes nothing.
 * @throws introuvable, dernierMembre (422) when no active member would be left (Q63), derniereDirection (422) when none of the direction
 */
export async function disableMembre(db: Db, actor: Actor, id: number): Promise<Membre> {
  await lockMembers(db)
  const avant = await lockMembre(db, id)
  await keepOneActive(db, id)
  await keepOneDirection(db, avant, null)
  await closeSessionsOf(db, id)
  return setActif(db, actor, avant, false)
}

/**
 * Deletes a member; his sessions go with him, what he did stays in the journal.
 * @throws introuvable, dernierMembre (422), derniereDirection (422)
 */
export async function deleteMembre(db: Db, actor: Actor, id: number): Promise<void> {
  await lockMembers(db)
  const avant = await lockMembre(db, id)
  await keepOneActive(db, id)
  await keepOneDirection(db, avant, null)
  await db.deleteFrom('membres').where('id', '=', id).execute()
  await writeJournal(db, actor, { action: 'supprimer', objet: 'membre', id, avant })
}

async function setActif(db: Db, actor: Actor, avant: Membre, actif: boolean): Promise<Membre> {
  const apres = { ...avant, statut: statutDe(actif) }
  if (apres.statut === avant.statut) return avant
  await db.updateTable('membres').set({ actif }).where('id', '=', avant.id).execute()
  await writeJournal(db, actor, {
    action: actif ? 'activer' : 'désactiver',
    objet: 'membre',
    id: avant.id,
    avant,
    apres,
  })
  return apres
}

async function lockMembre(db: Db, id: number): Promise<Membre> {
  const row = await db
    .selectFrom('membres')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('introuvable')
  return toMembre(row)
}

/** Refuses when the member is the last active one. Two at once wait for each other under {@link lockMembers}. */
async function keepOneActive(db: Db, id: number): Promise<void> {
  const { others } = await db
    .selectFrom('membres')
    .where('actif', '=', true)
    .where('id', '!=', id)
    .select(sql<number>`count(*)`.as('others'))
    .executeTakeFirstOrThrow()
  if (others === 0) throw new AppError('dernierMembre')
}

/**
 * Refuses when nobody active of the direction would be left: nobody could choose rôles any more. Two at once wait for each other under
 * {@link lockMembers}.
 * @param role what he becomes; null when he is shut out
 */
async function keepOneDirection(db: Db, avant: Membre, role: Role | null): Promise<void> {
  if (role === DIRECTION || avant.role !== DIRECTION || avant.statut !== statutDe(true)) return
  const { others } = await db
    .selectFrom('membres')
    .where('actif', '=', true)
    .where('role', '=', DIRECTION)
    .where('id', '!=', avant.id)
    .select(sql<number>`count(*)`.as('others'))
    .executeTakeFirstOrThrow()
  if (others === 0) throw new AppError('derniereDirection')
}
