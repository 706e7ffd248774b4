import { sql } from 'kysely'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import { formatEtat, type EtatCheque } from '#features/paiements/modes.ts'
import { assertNotBefore, recuOf } from '#features/paiements/server/cheque.service.ts'
import { toPaiementVerrouille, type PaiementVerrouille } from '#features/paiements/server/paiements.locks.ts'
import { etatDe } from '#features/paiements/server/paiements.service.ts'
import { readVersements } from '#features/paiements/server/versements.read.ts'
import type { Versement } from '#features/paiements/versement.contract.ts'
import type { Jour } from '#shared/dates.ts'
import type { Db } from '#server/database/db.ts'
import { AppError } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

/**
 * Locks cheques in the order of their ids, if each is at one of these steps.
 * @throws chequeInconnu (422 on ids), pasUnCheque, chequeDeja (409)
 */
export async function lockCheques(
  db: Db,
  ids: readonly number[],
  etats: readonly EtatCheque[],
): Promise<PaiementVerrouille[]> {
  const rows = await db
    .selectFrom('paiements')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (rows.length < ids.length) throw new AppError('chequeInconnu').on('ids')
  const cheques = rows.map(toPaiementVerrouille)
  if (cheques.some(({ mode }) => mode !== 'cheque')) throw new AppError('pasUnCheque')
  for (const cheque of cheques) {
    const etat = etatDe(cheque)
    if (etat !== null && !etats.includes(etat))
      throw new AppError('chequeDeja', { recu: recuOf(cheque), etat: formatEtat(etat) })
  }
  return cheques.toSorted((a, b) => a.recu_annee - b.recu_annee || a.recu_numero - b.recu_numero)
}

/**
 * Marks cheques as cleared, in a remise or not: all of them or none. No sum moves, they counted before.
 * @throws chequeInconnu (422 on ids), pasUnCheque, chequeDeja (409), chequeJour (422 on encaisse_le)
 */
export async function clearCheques(
  db: Db,
  actor: Actor,
  { ids, encaisse_le }: { ids: readonly number[]; encaisse_le: Jour },
): Promise<Versement[]> {
  const cheques = await lockCheques(db, ids, ['recu', 'remis'])
  for (const cheque of cheques) await assertNotBefore(db, cheque, encaisse_le, 'encaisse_le')
  await sql`update paiements set encaisse_le = ${encaisse_le}, version = version + 1 where id = any(${ids})`.execute(
    db,
  )
  await writeJournal(
    db,
    actor,
    cheques.map((avant) => ({
      action: 'encaisser',
      objet: 'paiement',
      id: avant.id,
      avant,
      apres: { ...avant, encaisse_le, version: avant.version + 1 },
    })),
  )
  return readVersements(
    db,
    cheques.map(({ id }) => id),
  )
}
