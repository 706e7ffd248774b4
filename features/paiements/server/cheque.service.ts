import { lockBien } from '#features/biens/server/biens.service.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import type { RejetInput } from '#features/paiements/cheque.contract.ts'
import {
  assertWithin,
  lockPaiement,
  nextRecu,
  whereItStands,
  type PaiementVerrouille,
} from '#features/paiements/server/paiements.locks.ts'
import { readPaiement, type PaiementLu } from '#features/paiements/server/paiements.read.ts'
import { etatDe } from '#features/paiements/server/paiements.service.ts'
import { toPaiement } from '#features/paiements/server/paiements.wire.ts'
import { assertNotRefunded } from '#features/ventes/server/desistement.read.ts'
import { addToTotalPaye } from '#features/ventes/server/ventes.service.ts'
import type { Jour } from '#shared/dates.ts'
import { numeroDePiece, numeroRecu } from '#shared/numero.ts'
import type { Db } from '#server/database/db.ts'
import { changeVersioned } from '#server/database/records.ts'
import { AppError } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

/**
 * Rejects a cheque, whatever step it had come to: from then on it does not count in what is paid of its sale, open or ended. Its
 * receipt keeps its number. `frais_rejet` is what the bank took, in centimes; it moves no sum.
 * @throws introuvable (404), pasUnCheque, chequeDeja, dejaRembourse, versionPerimee (409), chequeJour (422 on rejete_le)
 */
export async function rejectCheque(
  db: Db,
  actor: Actor,
  id: number,
  { rejete_le, motif, frais_rejet, version }: RejetInput & { version?: number | null | undefined },
): Promise<PaiementLu> {
  const { avant, vente } = await lockCheque(db, id)
  const etat = etatDe(avant)
  if (etat === 'rejete') throw new AppError('chequeDeja', { recu: recuOf(avant), etat: 'rejeté' })
  await assertNotBefore(db, avant, rejete_le, 'rejete_le')
  await assertNotRefunded(db, vente, avant.versement)
  const rejet = { rejete_le, motif_rejet: motif, frais_rejet: frais_rejet ?? null }
  await changeVersioned(db, 'paiements', avant, version, rejet)
  await addToTotalPaye(db, vente, -avant.versement)
  return written(db, actor, 'rejeter', avant)
}

/**
 * Presents a rejected cheque once more: a new payment of the same sale, amount, bank, number and payer, with the next receipt.
 * @throws introuvable (404), pasUnCheque, pasRejete, dejaRepresente, venteFinie (409), versementDepasse (422)
 */
export async function representCheque(
  db: Db,
  actor: Actor,
  id: number,
  date_paiement: Jour,
): Promise<PaiementLu> {
  const { avant, vente } = await lockCheque(db, id)
  if (etatDe(avant) !== 'rejete') throw new AppError('pasRejete', { recu: recuOf(avant) })
  await assertNotRepresented(db, id)
  if (vente.terminee_le) throw new AppError('venteFinie')
  assertWithin(vente, avant.versement)
  // What the old one says of its representation has changed with it.
  await changeVersioned(db, 'paiements', avant, undefined, {})
  await addToTotalPaye(db, vente, avant.versement)
  const { versement, mode, banque, reference, date_cheque, payeur_type, payeur, vente_id } = avant
  const nouveau = await db
    .insertInto('paiements')
    .values({
      vente_id,
      date_paiement,
      versement,
      mode,
      banque,
      reference,
      date_cheque,
      payeur_type,
      payeur,
      represente_id: id,
      ...(await nextRecu(db)),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const apres = await readPaiement(db, nouveau.id)
  await writeJournal(db, actor, {
    action: 'representer',
    objet: 'paiement',
    id: nouveau.id,
    apres: toPaiement(apres),
  })
  return apres
}

/**
 * Takes back the last step of a cheque: rejected → as it was before, encaissé → remis or reçu, remis → reçu. A remise that it
 * leaves empty goes with it; its number is not given again.
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
  if (etat === 'recu' || etat === null) throw new AppError('rienAAnnuler')
  if (etat === 'rejete') {
    await assertNotRepresented(db, id)
    assertWithin(vente, avant.versement)
    const none = { rejete_le: null, motif_rejet: null, frais_rejet: null }
    await changeVersioned(db, 'paiements', avant, version, none)
    await addToTotalPaye(db, vente, avant.versement)
  } else if (etat === 'encaisse') {
    await changeVersioned(db, 'paiements', avant, version, { encaisse_le: null })
  } else {
    await changeVersioned(db, 'paiements', avant, version, { remise_id: null })
    await deleteIfEmpty(db, actor, avant)
  }
  return written(db, actor, 'annuler etape', avant)
}

/** The cheque under the locks of its bien and its sale. @throws introuvable, pasUnCheque, conflit */
async function lockCheque(db: Db, id: number) {
  const seen = await whereItStands(db, id)
  await lockBien(db, seen.bien_id, seen.type)
  const locked = await lockPaiement(db, id, seen.vente_id)
  if (locked.avant.mode !== 'cheque') throw new AppError('pasUnCheque')
  return locked
}

/** A cheque comes back neither before it was cleared, nor before it went to the bank. @throws chequeJour (422 on the field) */
export async function assertNotBefore(
  db: Db,
  { encaisse_le, remise_id }: Pick<PaiementVerrouille, 'encaisse_le' | 'remise_id'>,
  jour: Jour,
  field: 'encaisse_le' | 'rejete_le',
): Promise<void> {
  if (encaisse_le !== null && jour < encaisse_le)
    throw new AppError('chequeJour', { apres: 'encaissement', jour: encaisse_le }).on(field)
  if (remise_id === null) return
  const remise = await db
    .selectFrom('remises')
    .select('jour')
    .where('id', '=', remise_id)
    .executeTakeFirstOrThrow()
  if (jour < remise.jour) throw new AppError('chequeJour', { apres: 'remise', jour: remise.jour }).on(field)
}

async function assertNotRepresented(db: Db, id: number): Promise<void> {
  const autre = await db
    .selectFrom('paiements')
    .select(['recu_annee', 'recu_numero'])
    .where('represente_id', '=', id)
    .executeTakeFirst()
  if (autre) throw new AppError('dejaRepresente', { recu: recuOf(autre) })
}

/** Locked first: of two that leave it at once, the second sees that it was the last. */
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

/** « 2026-000123 » of a payment. */
export const recuOf = ({ recu_annee, recu_numero }: { recu_annee: number; recu_numero: number }): string =>
  numeroRecu(recu_annee, recu_numero)

async function written(db: Db, actor: Actor, action: string, avant: PaiementVerrouille): Promise<PaiementLu> {
  const apres = await readPaiement(db, avant.id)
  await writeJournal(db, actor, {
    action,
    objet: 'paiement',
    id: avant.id,
    avant,
    apres: toPaiement(apres),
  })
  return apres
}
