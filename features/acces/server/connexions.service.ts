import { writeJournal } from '#features/journal/server/journal.service.ts'
import { accesErreurs } from '#features/acces/acces.erreurs.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import type { Connexion } from '#features/acces/profil.contract.ts'
import type { Db } from '#server/database/db.ts'
import { refuse } from '#server/http/errors.ts'
import { closeSessionById, closeSessionsOf, listSessions, type Session } from '#server/http/session.ts'

/** Lists the open sessions of the signed-in member, the last used first. Instants are ISO 8601. */
export async function listConnexions(db: Db, { actor, token }: Session): Promise<Connexion[]> {
  const rows = await listSessions(db, actor.id, token)
  return rows.map((row) => ({
    ...row,
    appareil: formatAppareil(row.appareil),
    ouverte_le: row.ouverte_le.toISOString(),
    vue_le: row.vue_le.toISOString(),
  }))
}

/** Closes another session of the member. @throws introuvable (404), connexionActuelle (409) for the session of the call */
export async function closeConnexion(db: Db, session: Session, id: number): Promise<void> {
  const connexion = (await listConnexions(db, session)).find((one) => one.id === id)
  if (!connexion) throw refuse(communesErreurs.introuvable)
  if (connexion.actuelle) throw refuse(accesErreurs.connexionActuelle)
  if (!(await closeSessionById(db, id))) throw refuse(communesErreurs.introuvable)
  const { appareil, adresse } = connexion
  const avant = { appareil, adresse }
  await writeJournal(db, session.actor, { action: 'fermer', objet: 'membre', id: session.actor.id, avant })
}

/** Closes every session of the member, that of the call too: the next call of each is answered 401, in every process. */
export async function closeConnexions(db: Db, { actor }: Session): Promise<void> {
  await closeSessionsOf(db, actor.id)
  const avant = { appareil: 'Toutes les connexions' }
  await writeJournal(db, actor, { action: 'fermer', objet: 'membre', id: actor.id, avant })
}

/**
 * Marks in user agents; the first match decides. Edge and Opera also bear Chrome's mark, and all of them Safari's: Chrome and Safari
 * come last.
 */
const NAVIGATEURS = [
  ['Edg/', 'Edge'],
  ['EdgA/', 'Edge'],
  ['EdgiOS/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['CriOS/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const
/** Android also names Linux, and iOS names Mac OS, so the phones come first. */
const SYSTEMES = [
  ['Windows', 'Windows'],
  ['Android', 'Android'],
  ['iPhone', 'iOS'],
  ['iPad', 'iOS'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const

const firstOf = (marks: readonly (readonly [mark: string, name: string])[], agent: string) =>
  marks.find(([mark]) => agent.includes(mark))?.[1]

/** Names a browser for its member, « Chrome sur Windows ». @param agent the user agent */
export const formatAppareil = (agent: string): string =>
  `${firstOf(NAVIGATEURS, agent) ?? 'Navigateur inconnu'} sur ${firstOf(SYSTEMES, agent) ?? 'appareil inconnu'}`
