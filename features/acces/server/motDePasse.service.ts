import { accesErreurs } from '#features/acces/acces.erreurs.ts'
import { hashPassword } from '#features/acces/server/password.ts'
import type { Preuve } from '#features/acces/server/second-facteur.service.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import type { Db } from '#server/database/db.ts'
import { refuse } from '#server/http/errors.ts'
import { closeSessionsOf, type Session } from '#server/http/session.ts'

/** The password that a member chooses, hashed before the transaction. `hash` is null for the same again, and for a wrong present one. */
export interface Choix {
  preuve: Preuve
  hash: string | null
}

/** Hashes the new password, if the present one was right and the new one is another. */
export async function prepareChoix(
  preuve: Preuve,
  { actuel, password }: { actuel: string; password: string },
  signal: AbortSignal,
): Promise<Choix> {
  const same = actuel.normalize('NFC') === password.normalize('NFC')
  return { preuve, hash: preuve.hash === null || same ? null : await hashPassword(password, signal) }
}

/**
 * Changes the member's own password: a provisional one ends, and so do his other sessions.
 * @throws motDePasseActuel (422 on `actuel`), also when it was changed meanwhile; memeMotDePasse (422 on `password`)
 */
export async function changePassword(
  db: Db,
  { actor, token }: Session,
  { preuve, hash }: Choix,
): Promise<void> {
  const row = await db
    .selectFrom('membres')
    .where('id', '=', actor.id)
    .select(['mot_de_passe', 'provisoire_jusqu_au'])
    .forUpdate()
    .executeTakeFirst()
  if (preuve.hash === null || row?.mot_de_passe !== preuve.hash)
    throw refuse(accesErreurs.motDePasseActuel).on('actuel')
  if (hash === null) throw refuse(accesErreurs.memeMotDePasse).on('password')
  await db
    .updateTable('membres')
    .set({ mot_de_passe: hash, mot_de_passe_le: new Date(), provisoire_jusqu_au: null })
    .where('id', '=', actor.id)
    .execute()
  await closeSessionsOf(db, actor.id, token)
  const { name } = actor
  await writeJournal(db, actor, {
    action: 'modifier',
    objet: 'membre',
    id: actor.id,
    avant: { name, ...(row.provisoire_jusqu_au && { provisoire_jusqu_au: row.provisoire_jusqu_au }) },
    apres: { name, motDePasseChange: true },
  })
}
