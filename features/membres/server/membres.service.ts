import { sql } from 'kysely'
import { accesErreurs } from '#features/acces/acces.erreurs.ts'
import { dropSecondFacteur, type Preuve } from '#features/acces/server/second-facteur.service.ts'
import { membresErreurs } from '#features/membres/membres.erreurs.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import { finDuProvisoire } from '#features/acces/provisoire.rules.ts'
import { lockMembers, statutDe } from '#features/acces/server/acces.service.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import {
  type Membre,
  type MembreChange,
  type MembreListe,
  membresEndpoints,
  type MembresQuery,
} from '#features/membres/membres.contract.ts'
import { DIRECTION, toRole, type Role } from '#shared/droits.ts'
import { jourOf } from '#shared/dates.ts'
import { pathOf, readTranche, toPage } from '#shared/pagination.ts'
import type { Db } from '#server/database/db.ts'
import { changeVersioned, count } from '#server/database/records.ts'
import { refuse } from '#server/http/errors.ts'
import { closeSessionsOf, type Actor } from '#server/http/session.ts'

export const PAR_PAGE = 6
export const columns = ['id', 'name', 'email', 'actif', 'role', 'version'] as const

export const toMembre = ({
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

const acces = ['cree_le', 'active_le', 'desactive_le', 'otp_actif_le', 'provisoire_jusqu_au'] as const
type Acces = Record<Exclude<(typeof acces)[number], 'cree_le'>, Date | null> & { cree_le: Date }

/** Adds the days of a member's access (Q61, ecrans §11); a request that waits was never let in. */
const toMembreListe = ({
  cree_le,
  active_le,
  desactive_le,
  otp_actif_le,
  provisoire_jusqu_au,
  ...row
}: Parameters<typeof toMembre>[0] & Acces): MembreListe => ({
  ...toMembre(row),
  jamais_actif: active_le === null,
  inscrit_le: jourOf(cree_le),
  desactive_le: desactive_le && jourOf(desactive_le),
  second_facteur: otp_actif_le !== null,
  provisoire_jusqu_au: provisoire_jusqu_au && provisoire_jusqu_au.toISOString(),
})

/**
 * Lists one page of members, six by default, the newest first (Q37), with the number of requests that wait. @param query with
 * `jamais_actif` only those requests
 */
export async function listMembres(db: Db, { jamais_actif, ...query }: MembresQuery) {
  const slice = readTranche(query, PAR_PAGE)
  const waiting = db.selectFrom('membres').where('active_le', 'is', null)
  const { demandes } = await waiting.select(sql<number>`count(*)`.as('demandes')).executeTakeFirstOrThrow()
  const rows = await (jamais_actif ? waiting : db.selectFrom('membres'))
    .select([...columns, ...acces])
    .orderBy('id', 'desc')
    .limit(slice.limit)
    .offset(slice.offset)
    .execute()
  const total = jamais_actif ? demandes : await count(db, 'membres')
  const path = pathOf(membresEndpoints.list, { jamais_actif })
  return { ...toPage(rows.map(toMembreListe), total, slice, path), demandes }
}

/** `a_changer`: the password is provisional, for seven days (entree-2.md D.11). */
interface AChanger {
  a_changer?: boolean | null | undefined
}

/**
 * Adds an active member, by default of the direction: the acting member vouches for the new one (Q65). `mot_de_passe` is a hash. @throws
 * emailPris (422)
 */
export async function createMembre(
  db: Db,
  actor: Actor,
  { name, email, role, a_changer }: { name: string; email: string; role?: Role | undefined } & AChanger,
  mot_de_passe: string,
): Promise<Membre> {
  const provisoire = a_changer ? { provisoire_jusqu_au: finDuProvisoire() } : {}
  const row = await db
    .insertInto('membres')
    .values({ name, email, mot_de_passe, actif: true, role, ...provisoire })
    .returning(columns)
    .executeTakeFirstOrThrow()
  const membre = toMembre(row)
  const apres = { ...membre, ...provisoire }
  await writeJournal(db, actor, { action: 'ajouter', objet: 'membre', id: membre.id, apres })
  return membre
}

/** Reads a member. @throws introuvable (404) */
export async function readMembre(db: Db, id: number): Promise<Membre> {
  const row = await db.selectFrom('membres').select(columns).where('id', '=', id).executeTakeFirst()
  if (!row) throw refuse(communesErreurs.introuvable)
  return toMembre(row)
}

/** Reads a member with the days of his access. @throws introuvable (404) */
export async function readMembreListe(db: Db, id: number): Promise<MembreListe> {
  const row = await db
    .selectFrom('membres')
    .select([...columns, ...acces])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw refuse(communesErreurs.introuvable)
  return toMembreListe(row)
}

/**
 * Saves name, e-mail and, if given, rôle and password hash. A new password ends the member's sessions except `keptToken`; a new rôle
 * holds from the next request. The journal says that the password changed, without its value. With `a_changer` the password is provisional,
 * otherwise it ends one that was; without a password `a_changer` is ignored.
 * @throws introuvable (404), derniereDirection (422), soiMeme, versionPerimee (409), emailPris (422)
 */
export async function updateMembre(
  db: Db,
  actor: Actor,
  id: number,
  input: Omit<MembreChange, 'password'> & { role?: Role | undefined } & AChanger,
  mot_de_passe: string | undefined,
  keptToken: string | undefined,
): Promise<Membre> {
  if (input.role) await lockMembers(db)
  const avant = await lockMembre(db, id)
  if (input.role && input.role !== avant.role) await keepOneDirection(db, avant, input.role)
  if (mot_de_passe && input.a_changer && id === actor.id) throw refuse(membresErreurs.soiMeme)
  const provisoire_jusqu_au = mot_de_passe && input.a_changer ? finDuProvisoire() : null
  const former = await db
    .selectFrom('membres')
    .where('id', '=', id)
    .select('provisoire_jusqu_au')
    .executeTakeFirstOrThrow()
  await changeVersioned(db, 'membres', avant, input.version, {
    name: input.name,
    email: input.email,
    role: input.role,
    mot_de_passe,
    ...(mot_de_passe && { mot_de_passe_le: new Date(), provisoire_jusqu_au }),
  })
  if (mot_de_passe) await closeSessionsOf(db, id, keptToken)
  const apres = await readMembre(db, id)
  await writeJournal(db, actor, {
    action: 'modifier',
    objet: 'membre',
    id,
    avant: { ...avant, ...(mot_de_passe && former.provisoire_jusqu_au && former) },
    apres: {
      ...apres,
      ...(mot_de_passe && { motDePasseChange: true }),
      ...(provisoire_jusqu_au && { provisoire_jusqu_au }),
    },
  })
  return apres
}

/**
 * Activates a member. A changed rôle moves the version, so that an open form cannot set it back. @throws introuvable (404),
 * derniereDirection (422)
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
 * Disables a member and ends the member's sessions in the same transaction (Q62). @throws introuvable (404), dernierMembre (422) for the
 * last active member (Q63), derniereDirection (422) for the last one of the direction
 */
export async function disableMembre(db: Db, actor: Actor, id: number): Promise<Membre> {
  await lockMembers(db)
  const avant = await lockMembre(db, id)
  await keepOneActive(db, id)
  await keepOneDirection(db, avant, null)
  await closeSessionsOf(db, id)
  return setActif(db, actor, avant, false)
}

/** Deletes a member, not the member's acts in the journal. @throws introuvable (404), dernierMembre (422), derniereDirection (422) */
export async function deleteMembre(db: Db, actor: Actor, id: number): Promise<void> {
  await lockMembers(db)
  const avant = await lockMembre(db, id)
  await keepOneActive(db, id)
  await keepOneDirection(db, avant, null)
  await db.deleteFrom('membres').where('id', '=', id).execute()
  await writeJournal(db, actor, { action: 'supprimer', objet: 'membre', id, avant })
}

/**
 * Takes a member's code at sign-in away and ends his sessions, for one who has lost his phone.
 * @throws motDePasseActuel (422 on `mot_de_passe`), introuvable (404), soiMeme, sansCode (409)
 */
export async function removeCode(db: Db, actor: Actor, id: number, preuve: Preuve): Promise<void> {
  if (preuve.hash === null) throw refuse(accesErreurs.motDePasseActuel).on('mot_de_passe')
  const membre = await lockMembre(db, id)
  if (id === actor.id) throw refuse(membresErreurs.soiMeme)
  if (!(await dropSecondFacteur(db, actor, membre))) throw refuse(membresErreurs.sansCode)
  await closeSessionsOf(db, id)
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
  if (!row) throw refuse(communesErreurs.introuvable)
  return toMembre(row)
}

/** Refuses a change that leaves no active member. The caller holds {@link lockMembers}. */
async function keepOneActive(db: Db, id: number): Promise<void> {
  const { others } = await db
    .selectFrom('membres')
    .where('actif', '=', true)
    .where('id', '!=', id)
    .select(sql<number>`count(*)`.as('others'))
    .executeTakeFirstOrThrow()
  if (others === 0) throw refuse(membresErreurs.dernierMembre)
}

/** Refuses a change to `role` (null: shut out) that leaves no active member of the direction. The caller holds {@link lockMembers}. */
async function keepOneDirection(db: Db, avant: Membre, role: Role | null): Promise<void> {
  if (role === DIRECTION || avant.role !== DIRECTION || avant.statut !== statutDe(true)) return
  const { others } = await db
    .selectFrom('membres')
    .where('actif', '=', true)
    .where('role', '=', DIRECTION)
    .where('id', '!=', avant.id)
    .select(sql<number>`count(*)`.as('others'))
    .executeTakeFirstOrThrow()
  if (others === 0) throw refuse(membresErreurs.derniereDirection)
}
