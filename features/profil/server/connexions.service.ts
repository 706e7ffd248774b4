import { writeJournal } from '#features/journal/server/journal.service.ts'
import type { Connexion } from '#features/profil/profil.contract.ts'
import { formatAppareil } from '#features/profil/server/appareil.ts'
import type { Db } from '#server/database/db.ts'
import { AppError } from '#server/http/errors.ts'
import { closeSessionById, listSessions, type Session } from '#server/http/session.ts'

/** The browsers in which a member is signed in, the one used last first. */
export async function listConnexions(db: Db, { actor, token }: Session): Promise<Connexion[]> {
  const rows = await listSessions(db, actor.id, token)
  return rows.map((row) => ({
    ...row,
    appareil: formatAppareil(row.appareil),
    ouverte_le: row.ouverte_le.toISOString(),
    vue_le: row.vue_le.toISOString(),
  }))
}

/**
 * Signs the member out in another browser: its next call answers 401.
 * @throws introuvable for what is no living sign-in of his, connexionActuelle (409) for the one that asks
 */
export async function closeConnexion(db: Db, session: Session, id: number): Promise<void> {
  const connexion = (await listConnexions(db, session)).find((one) => one.id === id)
  if (!connexion) throw new AppError('introuvable')
  if (connexion.actuelle) throw new AppError('connexionActuelle')
  if (!(await closeSessionById(db, id))) throw new AppError('introuvable')
  const { appareil, adresse } = connexion
  const avant = { appareil, adresse }
  await writeJournal(db, session.actor, { action: 'fermer', objet: 'membre', id: session.actor.id, avant })
}
