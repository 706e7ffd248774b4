import { sql } from 'kysely'
import { communesErreurs } from '#shared/erreurs.ts'
import { suiviErreurs } from '#features/suivi/suivi.erreurs.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import { readParametres } from '#features/parametres/server/parametres.service.ts'
import { screens } from '#shared/screens.ts'
import { cleDeTelephone, numerosDe } from '#shared/telephone.ts'
import type { Db } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { refuse } from '#server/http/errors.ts'
import { CLIENT_DU_LIEN, empreinteDuLien, newJeton } from '#server/http/access.ts'
import type { Actor } from '#server/http/session.ts'
import { refundBudgets, spendBudgets, type Budget } from '#server/http/throttle.ts'

const DUREE = sql`interval '1 year'`
/** Wrong attempts in all after which a link is revoked. */
const ECHECS_MAX = 20
/** Limit of wrong attempts: 5 an hour for each link. */
const parLien = (id: number): Budget => ({ key: `lien:${id}`, max: 5, seconds: 3600 })

interface Telephones {
  tel: string | null
  tel2: string | null
}

/** Last four digits of the client's phones, taken from the first number of each field. A shorter number gives none. */
const finsDe = ({ tel, tel2 }: Telephones): string[] =>
  [tel, tel2]
    .map((champ) => cleDeTelephone(numerosDe(champ ?? '')[0] ?? '').slice(-4))
    .filter((fin) => fin.length === 4)

/**
 * Creates a client's link and revokes the former one. Only this answer has the token after #. @throws introuvable (404),
 * sansTelephone (422), telephoneTropCourt (422)
 */
export async function createLien(
  db: Db,
  actor: Actor,
  clientId: number,
): Promise<{ adresse: string; expire_le: string }> {
  // The client's lock orders two calls at once: the second revokes the link of the first.
  const client = await lockClient(db, clientId)
  if (client.tel === null && client.tel2 === null) throw refuse(suiviErreurs.sansTelephone)
  if (finsDe(client).length === 0) throw refuse(suiviErreurs.telephoneTropCourt)
  await revoke(db, clientId)
  const jeton = newJeton()
  const { expire_le } = await db
    .insertInto('liens_clients')
    .values({
      client_id: clientId,
      empreinte: empreinteDuLien(jeton),
      membre_nom: actor.name,
      expire_le: sql<Date>`now() + ${DUREE}`,
    })
    .returning('expire_le')
    .executeTakeFirstOrThrow()
  await note(db, actor, 'lier', clientId, client.nomComplet)
  const { adresse_publique } = await readParametres(db, 'acces')
  return { adresse: `${adresse_publique ?? ''}${screens.suivi}#${jeton}`, expire_le: expire_le.toISOString() }
}

/** Revokes a client's link. @throws introuvable (404) without a valid link */
export async function revokeLien(db: Db, actor: Actor, clientId: number): Promise<void> {
  const { nomComplet } = await lockClient(db, clientId)
  if (!(await revoke(db, clientId))) throw refuse(communesErreurs.introuvable)
  await note(db, actor, 'delier', clientId, nomComplet)
}

/** Tells whether a valid link was revoked. Expired links are revoked too. */
async function revoke(db: Db, clientId: number): Promise<boolean> {
  const revoked = await db
    .updateTable('liens_clients')
    .set({ revoque_le: sql<Date>`now()` })
    .where('client_id', '=', clientId)
    .where('revoque_le', 'is', null)
    .returning(sql<boolean>`expire_le > now()`.as('vivant'))
    .execute()
  return revoked.some(({ vivant }) => vivant)
}

/**
 * Opens a link with the last four digits of a phone of its client, and returns the id of the link.
 * @param pool a pool and no transaction: a wrong attempt must stay counted
 * @throws lienPerime (404), tropDeTentatives (429), chiffresFaux (422 on chiffres); the twentieth wrong attempt revokes the link
 */
export async function openLien(pool: Db, jeton: string, chiffres: string): Promise<number> {
  const lien = await pool
    .selectFrom('liens_clients as l')
    .innerJoin('clients as c', 'c.id', 'l.client_id')
    .select(['l.id', 'l.client_id', 'c.nom_complet as nomComplet', 'c.tel', 'c.tel2'])
    .where('l.empreinte', '=', empreinteDuLien(jeton))
    .where('l.revoque_le', 'is', null)
    .where('l.expire_le', '>', sql<Date>`now()`)
    .executeTakeFirst()
  if (!lien) throw refuse(communesErreurs.lienPerime)
  const budgets = [parLien(lien.id)]
  await spendBudgets(pool, budgets)
  if (!finsDe(lien).includes(chiffres)) {
    await inTransaction(pool, (db) => countFailure(db, lien))
    throw refuse(suiviErreurs.chiffresFaux).on('chiffres')
  }
  await refundBudgets(pool, budgets)
  await inTransaction(pool, async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('liens_clients')
      .set((eb) => ({
        vu_le: sql<Date>`now()`,
        vues: eb('vues', '+', 1),
        // A link given while the clock ran ahead would live longer than it may.
        expire_le: sql<Date>`least(expire_le, now() + ${DUREE})`,
      }))
      .where('id', '=', lien.id)
      .where('revoque_le', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw refuse(communesErreurs.lienPerime)
    await note(db, CLIENT_DU_LIEN, 'ouvrir', lien.client_id, lien.nomComplet)
  })
  return lien.id
}

/** Ends every opening of a link, in this browser and in any other; the digits open it again. */
export async function closeLien(db: Db, id: number): Promise<void> {
  await db
    .updateTable('liens_clients')
    .set((eb) => ({ fermetures: eb('fermetures', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

async function countFailure(
  db: Db,
  { id, client_id, nomComplet }: { id: number; client_id: number; nomComplet: string },
): Promise<void> {
  const row = await db
    .updateTable('liens_clients')
    .set((eb) => ({
      echecs: eb('echecs', '+', 1),
      revoque_le: sql<Date | null>`case when echecs + 1 >= ${ECHECS_MAX} then now() end`,
    }))
    .where('id', '=', id)
    .where('revoque_le', 'is', null)
    .returning('revoque_le')
    .executeTakeFirst()
  if (row?.revoque_le) await note(db, CLIENT_DU_LIEN, 'delier', client_id, nomComplet)
}

/** The journal names the client but keeps nothing of the link. */
const note = (db: Db, actor: Actor, action: string, id: number, nomComplet: string) =>
  writeJournal(db, actor, { action, objet: 'client', id, apres: { nomComplet } })

async function lockClient(db: Db, id: number): Promise<Telephones & { nomComplet: string }> {
  const client = await db
    .selectFrom('clients')
    .select(['nom_complet as nomComplet', 'tel', 'tel2'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!client) throw refuse(communesErreurs.introuvable)
  return client
}
