import { sql } from 'kysely'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import { readParametres } from '#features/parametres/server/parametres.service.ts'
import type { Db } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { AppError } from '#server/http/errors.ts'
import { CLIENT_DU_LIEN, empreinteDuLien, newJeton } from '#server/http/lien.ts'
import type { Actor } from '#server/http/session.ts'
import { refundBudgets, spendBudgets, type Budget } from '#server/http/throttle.ts'

/** So many wrong digits in all, and the link is revoked. */
const ECHECS_MAX = 20
/** 5 wrong ones an hour for a link. */
const parLien = (id: number): Budget => ({ key: `lien:${id}`, max: 5, seconds: 3600 })

interface Telephones {
  tel: string
  tel2: string | null
}

/** The last four digits of his phones; a shorter one has none. */
const finsDe = ({ tel, tel2 }: Telephones): string[] =>
  [tel, tel2 ?? ''].map((numero) => numero.replace(/\D/g, '').slice(-4)).filter((fin) => fin.length === 4)

/**
 * Makes a client's link, which takes the place of the one he had. What follows # in the address is told here and never again.
 * @throws introuvable (404), telephoneTropCourt (422)
 */
export async function createLien(
  db: Db,
  actor: Actor,
  clientId: number,
): Promise<{ adresse: string; expire_le: string }> {
  // Under the client's lock: of two that are made at once the second revokes the first.
  const client = await lockClient(db, clientId)
  if (finsDe(client).length === 0) throw new AppError('telephoneTropCourt')
  await revoke(db, clientId)
  const jeton = newJeton()
  const { expire_le } = await db
    .insertInto('liens_clients')
    .values({
      client_id: clientId,
      empreinte: empreinteDuLien(jeton),
      membre_nom: actor.name,
      expire_le: sql<Date>`now() + interval '1 year'`,
    })
    .returning('expire_le')
    .executeTakeFirstOrThrow()
  await note(db, actor, 'lier', clientId, client.nomComplet)
  const { adresse_publique } = await readParametres(db, 'acces')
  return { adresse: `${adresse_publique ?? ''}/suivi#${jeton}`, expire_le: expire_le.toISOString() }
}

/** @throws introuvable (404) when he has none that is alive */
export async function revokeLien(db: Db, actor: Actor, clientId: number): Promise<void> {
  const { nomComplet } = await lockClient(db, clientId)
  if (!(await revoke(db, clientId))) throw new AppError('introuvable')
  await note(db, actor, 'delier', clientId, nomComplet)
}

/** @returns whether one was alive; one whose year is over is put away as well */
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
 * Opens a link with the last four digits of a phone of its client.
 * @param pool not a transaction: what was wrong stays counted
 * @throws lienPerime (404), tropDeTentatives (429), chiffresFaux (422): the twentieth in all revokes the link
 */
export async function openLien(pool: Db, jeton: string, chiffres: string): Promise<void> {
  const lien = await pool
    .selectFrom('liens_clients as l')
    .innerJoin('clients as c', 'c.id', 'l.client_id')
    .select(['l.id', 'l.client_id', 'c.nom_complet as nomComplet', 'c.tel', 'c.tel2'])
    .where('l.empreinte', '=', empreinteDuLien(jeton))
    .where('l.revoque_le', 'is', null)
    .where('l.expire_le', '>', sql<Date>`now()`)
    .executeTakeFirst()
  if (!lien) throw new AppError('lienPerime')
  const budgets = [parLien(lien.id)]
  await spendBudgets(pool, budgets)
  if (!finsDe(lien).includes(chiffres)) {
    await inTransaction(pool, (db) => countFailure(db, lien))
    throw new AppError('chiffresFaux').on('chiffres')
  }
  await refundBudgets(pool, budgets)
  await inTransaction(pool, async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('liens_clients')
      .set((eb) => ({ vu_le: sql<Date>`now()`, vues: eb('vues', '+', 1) }))
      .where('id', '=', lien.id)
      .where('revoque_le', 'is', null)
      .executeTakeFirst()
    // It was revoked meanwhile.
    if (numUpdatedRows === 0n) throw new AppError('lienPerime')
    await note(db, CLIENT_DU_LIEN, 'ouvrir', lien.client_id, lien.nomComplet)
  })
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

/** The journal says whose link it is, nothing of the link itself. */
const note = (db: Db, actor: Actor, action: string, id: number, nomComplet: string) =>
  writeJournal(db, actor, { action, objet: 'client', id, apres: { nomComplet } })

async function lockClient(db: Db, id: number): Promise<Telephones & { nomComplet: string }> {
  const client = await db
    .selectFrom('clients')
    .select(['nom_complet as nomComplet', 'tel', 'tel2'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!client) throw new AppError('introuvable')
  return client
}
