import { sql } from 'kysely'
import { accesErreurs } from '#features/acces/acces.erreurs.ts'
import {
  dernierPasPossible,
  describeSecret,
  empreinteDuCode,
  newCodesDeSecours,
  newSecret,
  pasDuCode,
  readCode,
} from '#features/acces/server/codes.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import type { Db } from '#server/database/db.ts'
import { refuse } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

/** A password that a signed-in member gave once more. */
export interface Preuve {
  /** Hash that it was compared with; null for a wrong password. */
  hash: string | null
  /** Gives back the attempt, which stays counted as failed otherwise. */
  refund(): Promise<void>
}

/** Holds the member's row if the password is still the one that was proven. @throws motDePasseActuel (422 on `mot_de_passe`) */
async function lockProven(db: Db, actor: Actor, { hash }: Preuve) {
  const row = await lockOwn(db, actor)
  if (hash === null || row.mot_de_passe !== hash)
    throw refuse(accesErreurs.motDePasseActuel).on('mot_de_passe')
  return row
}

async function lockOwn(db: Db, { id }: Actor) {
  const row = await db
    .selectFrom('membres')
    .where('id', '=', id)
    .select(['mot_de_passe', 'otp_secret', 'otp_actif_le'])
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw refuse(communesErreurs.nonAuthentifie)
  return row
}

type Etat = 'inactif' | 'commence' | 'actif'

const note = (db: Db, actor: Actor, id: number, name: string, avant: Etat, apres: Etat) =>
  writeJournal(db, actor, {
    action: 'modifier',
    objet: 'membre',
    id,
    avant: { name, second_facteur: avant },
    apres: { name, second_facteur: apres },
  })

/**
 * Begins the installation of a code at sign-in; begun twice, the former secret is worth nothing.
 * @throws motDePasseActuel (422), codeActif (409)
 */
export async function beginSecondFacteur(db: Db, actor: Actor, preuve: Preuve) {
  const row = await lockProven(db, actor, preuve)
  if (row.otp_actif_le) throw refuse(accesErreurs.codeActif)
  const secret = newSecret()
  await db
    .updateTable('membres')
    .set({ otp_secret: secret, otp_dernier_pas: null })
    .where('id', '=', actor.id)
    .execute()
  await note(db, actor, actor.id, actor.name, 'inactif', 'commence')
  return describeSecret(secret, actor.email)
}

/**
 * Activates the code at sign-in by a right code of the application, and makes ten recovery codes.
 * @param repeated whether the same request was accepted before: its answer was lost, and others are made
 * @throws codeNonCommence, codeActif (409), codeInvalide (422 on `code`)
 */
export async function confirmSecondFacteur(
  db: Db,
  actor: Actor,
  code: string,
  repeated: boolean,
): Promise<string[]> {
  const row = await lockOwn(db, actor)
  if (row.otp_actif_le && repeated) return replaceCodes(db, actor)
  if (row.otp_actif_le) throw refuse(accesErreurs.codeActif)
  if (!row.otp_secret) throw refuse(accesErreurs.codeNonCommence)
  const lu = readCode(code)
  const pas = lu && 'application' in lu ? pasDuCode(row.otp_secret, lu.application) : null
  if (pas === null) throw refuse(accesErreurs.codeInvalide).on('code')
  await db
    .updateTable('membres')
    .set({ otp_actif_le: new Date(), otp_dernier_pas: pas })
    .where('id', '=', actor.id)
    .execute()
  await note(db, actor, actor.id, actor.name, 'commence', 'actif')
  return writeCodes(db, actor.id)
}

/** Holds the member's row once password and code are right. @throws motDePasseActuel, codeInvalide (422), codeNonCommence (409) */
async function lockByCode(db: Db, actor: Actor, preuve: Preuve, code: string | null): Promise<void> {
  const { otp_actif_le, otp_secret } = await lockProven(db, actor, preuve)
  if (!otp_actif_le || !otp_secret) {
    await preuve.refund()
    throw refuse(accesErreurs.codeNonCommence)
  }
  // The attempt stays counted: here a code could be guessed as at sign-in.
  if (code !== null && !(await takeCode(db, actor, otp_secret, code)))
    throw refuse(accesErreurs.codeInvalide).on('code')
  await preuve.refund()
}

/** Replaces the recovery codes. @param repeated as {@link confirmSecondFacteur} @throws the refusals of {@link removeSecondFacteur} */
export async function renewCodes(
  db: Db,
  actor: Actor,
  preuve: Preuve,
  { code, repeated }: { code: string; repeated: boolean },
): Promise<string[]> {
  await lockByCode(db, actor, preuve, repeated ? null : code)
  return replaceCodes(db, actor)
}

async function replaceCodes(db: Db, actor: Actor): Promise<string[]> {
  await writeJournal(db, actor, {
    action: 'modifier',
    objet: 'membre',
    id: actor.id,
    apres: { name: actor.name, codesRenouveles: true },
  })
  return writeCodes(db, actor.id)
}

async function writeCodes(db: Db, membreId: number): Promise<string[]> {
  const codes = newCodesDeSecours()
  await db.deleteFrom('codes_de_secours').where('membre_id', '=', membreId).execute()
  await db
    .insertInto('codes_de_secours')
    .values(codes.map((code) => ({ membre_id: membreId, empreinte: empreinteDuCode(code) })))
    .execute()
  return codes
}

/**
 * Takes the member's own code at sign-in away. A wrong code counts as a failed sign-in.
 * @throws motDePasseActuel, codeInvalide (422), codeNonCommence (409)
 */
export async function removeSecondFacteur(db: Db, actor: Actor, preuve: Preuve, code: string): Promise<void> {
  await lockByCode(db, actor, preuve, code)
  await dropSecondFacteur(db, actor, actor)
}

/** Takes a member's code at sign-in away, recovery codes included. @returns whether he had one */
export async function dropSecondFacteur(
  db: Db,
  actor: Actor,
  { id, name }: Pick<Actor, 'id' | 'name'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('membres')
    .set({ otp_secret: null, otp_actif_le: null, otp_dernier_pas: null })
    .where('id', '=', id)
    .where('otp_actif_le', 'is not', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  await db.deleteFrom('codes_de_secours').where('membre_id', '=', id).execute()
  await note(db, actor, id, name, 'actif', 'inactif')
  return true
}

/**
 * Takes a code of the application or a recovery code, each of which opens once: of two who send the same at once, the second is refused.
 * @param secret of the member as it was read before; another one meanwhile takes no code
 */
export async function takeCode(db: Db, membre: Actor, secret: Buffer, saisie: string): Promise<boolean> {
  const lu = readCode(saisie)
  if (!lu) return false
  if ('secours' in lu) {
    const { numUpdatedRows } = await db
      .updateTable('codes_de_secours')
      .set({ utilise_le: new Date() })
      .where('membre_id', '=', membre.id)
      .where('empreinte', '=', empreinteDuCode(lu.secours))
      .where('utilise_le', 'is', null)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return false
    await writeJournal(db, membre, {
      action: 'modifier',
      objet: 'membre',
      id: membre.id,
      apres: { name: membre.name, codeDeSecoursUtilise: true },
    })
    return true
  }
  const pas = pasDuCode(secret, lu.application)
  if (pas === null) return false
  const { numUpdatedRows } = await db
    .updateTable('membres')
    .set({ otp_dernier_pas: pas })
    .where('id', '=', membre.id)
    .where('otp_secret', '=', secret)
    .where(
      sql<boolean>`(otp_dernier_pas is null or otp_dernier_pas < ${pas} or otp_dernier_pas > ${dernierPasPossible()})`,
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
