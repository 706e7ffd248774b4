import { sql } from 'kysely'
import { chequesErreurs } from '#features/cheques/cheques.erreurs.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import { type EtatCheque, formatEtat } from '#features/paiements/modes.ts'
import {
  etatDe,
  type PaiementVerrouille,
  recuOf,
  toPaiementVerrouille,
} from '#features/paiements/server/paiements.locks.ts'
import { readVersements } from '#features/paiements/server/paiements.wire.ts'
import type { LigneDeVersements } from '#features/paiements/paiement.schema.ts'
import type { Jour } from '#shared/dates.ts'
import type { Db } from '#server/database/db.ts'
import { refuse } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

/**
 * Locks cheques by id, each with all of its group, and returns them by receipt.
 * @throws chequeInconnu (422 on ids), pasUnCheque, chequeDeja (409) for another step
 */
export async function lockCheques(
  db: Db,
  ids: readonly number[],
  etats: readonly EtatCheque[],
): Promise<PaiementVerrouille[]> {
  const rows = await db
    .selectFrom('paiements')
    .selectAll()
    .where(
      sql<boolean>`(id = any(${[...ids]}::bigint[]) or groupe_id = any(array(
        select g.groupe_id from paiements g where g.id = any(${[...ids]}::bigint[]) and g.groupe_id is not null)))`,
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  const found = new Set(rows.map(({ id }) => id))
  if (ids.some((id) => !found.has(id))) throw refuse(chequesErreurs.chequeInconnu).on('ids')
  const cheques = rows.map(toPaiementVerrouille)
  if (cheques.some(({ mode }) => mode !== 'cheque')) throw refuse(chequesErreurs.pasUnCheque)
  for (const cheque of cheques) {
    const etat = etatDe(cheque)
    if (etat !== null && !etats.includes(etat))
      throw refuse(chequesErreurs.chequeDeja, { recu: recuOf(cheque), etat: formatEtat(etat) })
  }
  return cheques.toSorted((a, b) => a.recu_annee - b.recu_annee || a.recu_numero - b.recu_numero)
}

/**
 * Marks cheques as cleared, in a remise or not, all or none; one of a group stands for the group. No total changes: a cheque counts from its receipt on.
 * @throws chequeInconnu (422 on ids), pasUnCheque, chequeDeja (409), chequeRecuApres, chequeJour (422 on encaisse_le)
 */
export async function clearCheques(
  db: Db,
  actor: Actor,
  { ids, encaisse_le }: { ids: readonly number[]; encaisse_le: Jour },
): Promise<LigneDeVersements[]> {
  const cheques = await lockCheques(db, ids, ['recu', 'remis'])
  const remises = await readJoursDeRemise(db, cheques)
  for (const cheque of cheques) assertNotBefore(cheque, remises, encaisse_le, 'encaisse_le')
  const tous = cheques.map(({ id }) => id)
  await sql`update paiements set encaisse_le = ${encaisse_le}, version = version + 1 where id = any(${tous})`.execute(
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
  return readVersements(db, tous)
}

/** The date fields of a cheque's steps, each with the word of its error sentence. */
const ETAPES = {
  jour: formatEtat('remis'),
  encaisse_le: formatEtat('encaisse'),
  rejete_le: formatEtat('rejete'),
  date_paiement: 'représenté',
} as const

/** The days of the remises of these cheques, by the remise's id. */
export async function readJoursDeRemise(
  db: Db,
  cheques: readonly Pick<PaiementVerrouille, 'remise_id'>[],
): Promise<Map<number, Jour>> {
  const ids = cheques.flatMap(({ remise_id }) => (remise_id === null ? [] : [remise_id]))
  if (ids.length === 0) return new Map()
  const remises = await db.selectFrom('remises').select(['id', 'jour']).where('id', 'in', ids).execute()
  return new Map(remises.map(({ id, jour }) => [id, jour]))
}

/**
 * Refuses a day before the cheque was received or before the step it follows.
 * @param remises the days of {@link readJoursDeRemise}
 * @throws chequeRecuApres, chequeJour (422 on the field)
 */
export function assertNotBefore(
  cheque: PaiementVerrouille,
  remises: ReadonlyMap<number, Jour>,
  jour: Jour,
  field: keyof typeof ETAPES,
): void {
  const { date_paiement, encaisse_le, remise_id } = cheque
  if (jour < date_paiement)
    throw refuse(chequesErreurs.chequeRecuApres, {
      recu: recuOf(cheque),
      recuLe: date_paiement,
      etape: ETAPES[field],
      jour,
    }).on(field)
  if (encaisse_le !== null && jour < encaisse_le)
    throw refuse(chequesErreurs.chequeJour, { apres: 'encaissement', jour: encaisse_le }).on(field)
  const remise = remise_id === null ? undefined : remises.get(remise_id)
  if (remise !== undefined && jour < remise)
    throw refuse(chequesErreurs.chequeJour, { apres: 'remise', jour: remise }).on(field)
}
