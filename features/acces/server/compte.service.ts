import { sql } from 'kysely'
import { finDuProvisoire } from '#features/acces/provisoire.rules.ts'
import { lockMembers } from '#features/acces/server/acces.service.ts'
import { dropSecondFacteur } from '#features/acces/server/second-facteur.service.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import { DIRECTION } from '#shared/droits.ts'
import type { Db } from '#server/database/db.ts'
import { closeSessionsOf, type Actor } from '#server/http/session.ts'

/** Actor in the journal for what is done on the server itself. */
const COMMANDE: Actor = { id: 0, name: 'Diyar (commande compte)', email: '' }

/**
 * Makes the account of this e-mail, or activates it, as one of the direction with a provisional password; takes its code at sign-in away
 * and ends its sessions (Q58). For the only direction who has lost password or phone.
 * @param nom new name; without it an account keeps its own, and a new one is called by its e-mail
 * @param mot_de_passe hash of the provisional password @returns whether the account is new
 */
export async function openCompte(
  db: Db,
  { email, nom, mot_de_passe }: { email: string; nom: string | undefined; mot_de_passe: string },
): Promise<{ nouveau: boolean }> {
  await lockMembers(db)
  const avant = await db
    .selectFrom('membres')
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .select(['id', 'name', 'email', 'role', 'actif', 'version'])
    .forUpdate()
    .executeTakeFirst()
  const provisoire_jusqu_au = finDuProvisoire()
  const values = {
    actif: true,
    role: DIRECTION,
    mot_de_passe,
    mot_de_passe_le: new Date(),
    provisoire_jusqu_au,
  }
  if (!avant) {
    const apres = { name: nom ?? email, email, role: DIRECTION }
    const { id } = await db
      .insertInto('membres')
      .values({ ...apres, ...values })
      .returning('id')
      .executeTakeFirstOrThrow()
    await writeJournal(db, COMMANDE, {
      action: 'ajouter',
      objet: 'membre',
      id,
      apres: { ...apres, statut: 'activé', provisoire_jusqu_au },
    })
    return { nouveau: true }
  }
  const { id, actif, version, ...ancien } = avant
  const apres = { ...ancien, name: nom ?? ancien.name, role: DIRECTION }
  await dropSecondFacteur(db, COMMANDE, avant)
  await db
    .updateTable('membres')
    .set({ ...values, name: apres.name, version: version + 1 })
    .where('id', '=', id)
    .execute()
  await closeSessionsOf(db, id)
  await writeJournal(db, COMMANDE, {
    action: actif ? 'modifier' : 'activer',
    objet: 'membre',
    id,
    avant: { ...ancien, statut: actif ? 'activé' : 'désactivé' },
    apres: { ...apres, statut: 'activé', motDePasseChange: true, provisoire_jusqu_au },
  })
  return { nouveau: false }
}
