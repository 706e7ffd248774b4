import { sql } from 'kysely'
import { chequesErreurs } from '#features/cheques/cheques.erreurs.ts'
import { readCompteNomme } from '#features/comptes/server/comptes.service.ts'
import { lockBien } from '#features/etats/server/biens.locks.ts'
import type { RejetInput } from '#features/cheques/cheques.contract.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import { type EtatCheque, formatEtat } from '#features/paiements/modes.ts'
import {
  etatDe,
  lockPaiement,
  type PaiementVerrouille,
  recuOf,
  toPaiementVerrouille,
  whereItStands,
} from '#features/paiements/server/paiements.locks.ts'
import { type PaiementLu, readPaiement } from '#features/paiements/server/paiements.read.ts'
import { insertPaiement } from '#features/paiements/server/paiements.service.ts'
import { toPaiement, readVersements } from '#features/paiements/server/paiements.wire.ts'
import type { LigneDeVersements } from '#features/paiements/paiement.schema.ts'
import { addToTotalPaye, assertNotRefunded } from '#features/ventes/server/ventes.service.ts'
import type { Jour } from '#shared/dates.ts'
import { numeroDePiece } from '#shared/numero.ts'
import type { Db } from '#server/database/db.ts'
import { changeVersioned } from '#server/database/records.ts'
import { refusDuVersement } from '#features/paiements/paiements.rules.ts'
import { assertKept, refuse } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

/** Locks cheques by id, returns them by receipt. @throws chequeInconnu (422 on ids), pasUnCheque, chequeDeja (409) for another step */
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
  if (rows.length < ids.length) throw refuse(chequesErreurs.chequeInconnu).on('ids')
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
 * Marks cheques as cleared, in a remise or not, all or none. No total changes: a cheque counts from its receipt on.
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

/**
 * Rejects a cheque at any step: it no longer counts as paid for its sale, open or ended, and its receipt keeps its number. `frais_rejet`,
 * the bank's fee in centimes, changes no total.
 * @throws introuvable (404), pasUnCheque, chequeDeja, dejaRembourse, versionPerimee (409), chequeRecuApres, chequeJour (422 on rejete_le)
 */
export async function rejectCheque(
  db: Db,
  actor: Actor,
  id: number,
  { rejete_le, motif, frais_rejet, version }: RejetInput & { version?: number | null | undefined },
): Promise<PaiementLu> {
  const { avant, vente } = await lockCheque(db, id)
  const etat = etatDe(avant)
  if (etat === 'rejete')
    throw refuse(chequesErreurs.chequeDeja, { recu: recuOf(avant), etat: formatEtat(etat) })
  assertNotBefore(avant, await readJoursDeRemise(db, [avant]), rejete_le, 'rejete_le')
  await assertNotRefunded(db, vente, avant.versement)
  const rejet = { rejete_le, motif_rejet: motif, frais_rejet: frais_rejet ?? null }
  await changeVersioned(db, 'paiements', avant, version, rejet)
  await addToTotalPaye(db, vente, -avant.versement)
  return written(db, actor, 'rejeter', avant)
}

/**
 * Presents a rejected cheque again: a new payment of the same sale, amount, bank, number and payer, with the next receipt.
 * @throws introuvable (404), pasUnCheque, pasRejete, dejaRepresente, venteFinie (409), chequeRecuApres (422 on date_paiement),
 * versementDepasse (422)
 */
export async function representCheque(
  db: Db,
  actor: Actor,
  id: number,
  date_paiement: Jour,
): Promise<PaiementLu> {
  const { avant, vente } = await lockCheque(db, id)
  if (etatDe(avant) !== 'rejete') throw refuse(chequesErreurs.pasRejete, { recu: recuOf(avant) })
  await assertNotRepresented(db, id)
  if (vente.terminee_le) throw refuse(chequesErreurs.venteFinie)
  // The steps before the rejection do not limit the new date.
  assertNotBefore({ ...avant, encaisse_le: null, remise_id: null }, new Map(), date_paiement, 'date_paiement')
  assertKept(refusDuVersement(vente, avant.versement))
  // The old payment's `represente_par` changes, so its version rises too.
  await changeVersioned(db, 'paiements', avant, undefined, {})
  const { versement, mode, banque, reference, date_cheque, payeur_type, payeur, vente_id } = avant
  const moyen = { mode, banque, reference, date_cheque, payeur_type, payeur, compte_id: null }
  const nouveau = await insertPaiement(db, {
    vente_id,
    date_paiement,
    versement,
    ...moyen,
    represente_id: id,
  })
  const apres = await readPaiement(db, nouveau)
  await writeJournal(db, actor, {
    action: 'representer',
    objet: 'paiement',
    id: nouveau,
    apres: toPaiement(apres),
  })
  return apres
}

/**
 * Undoes the last step of a cheque: rejected → the step before, encaissé → remis or reçu, remis → reçu. A remise left empty is deleted, and
 * its number is not used again.
 * @throws introuvable (404), pasUnCheque, rienAAnnuler, dejaRepresente, versionPerimee (409), versementDepasse (422)
 */
export async function undoStep(
  db: Db,
  actor: Actor,
  id: number,
  version?: number | null,
): Promise<PaiementLu> {
  const { avant, vente } = await lockCheque(db, id)
  const etat = etatDe(avant)
  if (etat === 'recu' || etat === null) throw refuse(chequesErreurs.rienAAnnuler)
  if (etat === 'rejete') {
    await assertNotRepresented(db, id)
    assertKept(refusDuVersement(vente, avant.versement))
    const none = { rejete_le: null, motif_rejet: null, frais_rejet: null }
    await changeVersioned(db, 'paiements', avant, version, none)
    await addToTotalPaye(db, vente, avant.versement)
  } else if (etat === 'encaisse') {
    // The account that it had come to was that of the clearing.
    await changeVersioned(db, 'paiements', avant, version, { encaisse_le: null, compte_id: null })
  } else {
    await changeVersioned(db, 'paiements', avant, version, { remise_id: null })
    await deleteIfEmpty(db, actor, avant)
  }
  return written(db, actor, 'annuler etape', avant)
}

/** Locks the bien, the sale and the cheque. @throws introuvable, pasUnCheque, conflit */
async function lockCheque(db: Db, id: number) {
  const seen = await whereItStands(db, id)
  await lockBien(db, seen.bien_id, seen.type)
  const locked = await lockPaiement(db, id, seen.vente_id)
  if (locked.avant.mode !== 'cheque') throw refuse(chequesErreurs.pasUnCheque)
  return locked
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

async function assertNotRepresented(db: Db, id: number): Promise<void> {
  const autre = await db
    .selectFrom('paiements')
    .select(['recu_annee', 'recu_numero'])
    .where('represente_id', '=', id)
    .executeTakeFirst()
  if (autre) throw refuse(chequesErreurs.dejaRepresente, { recu: recuOf(autre) })
}

/** Deletes a remise without cheques. The lock comes first: of two cheques that leave it at once, the second sees that no other remains. */
async function deleteIfEmpty(
  db: Db,
  actor: Actor,
  { remise_id: id, ...cheque }: PaiementVerrouille,
): Promise<void> {
  if (id === null) return
  const remise = await db
    .selectFrom('remises')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  const left = await db
    .selectFrom('paiements')
    .select('id')
    .where('remise_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  if (!remise || left) return
  const { annee, numero, jour, compte_id } = remise
  const compte = await db
    .selectFrom('comptes_bancaires')
    .select(['id', 'banque', 'agence', 'numero'])
    .where('id', '=', compte_id)
    .executeTakeFirst()
  await db.deleteFrom('remises').where('id', '=', id).execute()
  const avant = {
    id,
    numero: numeroDePiece(annee, numero),
    jour,
    compte,
    nombre: 1,
    montant: cheque.versement,
  }
  await writeJournal(db, actor, {
    action: 'supprimer',
    objet: 'remise',
    id,
    avant: { ...avant, recus: [recuOf(cheque)] },
  })
}

async function written(db: Db, actor: Actor, action: string, avant: PaiementVerrouille): Promise<PaiementLu> {
  const apres = await readPaiement(db, avant.id)
  await writeJournal(db, actor, {
    action,
    objet: 'paiement',
    id: avant.id,
    avant: { ...avant, compte: await readCompteNomme(db, avant.compte_id) },
    apres: toPaiement(apres),
  })
  return apres
}
