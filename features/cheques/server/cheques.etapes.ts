import type { Updateable } from 'kysely'
import { chequesErreurs } from '#features/cheques/cheques.erreurs.ts'
import type { RejetInput } from '#features/cheques/cheques.contract.ts'
import { assertNotBefore, readJoursDeRemise } from '#features/cheques/server/cheques.service.ts'
import { readCompteNomme } from '#features/comptes/server/comptes.service.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import { formatEtat } from '#features/paiements/modes.ts'
import { refusDuVersement } from '#features/paiements/paiements.rules.ts'
import { createGroupeVide } from '#features/paiements/server/groupes.service.ts'
import {
  etatDe,
  lockBiensDe,
  lockPaiements,
  type PaiementVerrouille,
  parVente,
  recuOf,
  type Verrouille,
  whereItStands,
} from '#features/paiements/server/paiements.locks.ts'
import { type PaiementLu, readPaiements } from '#features/paiements/server/paiements.read.ts'
import { insertPaiement } from '#features/paiements/server/paiements.service.ts'
import { toPaiement } from '#features/paiements/server/paiements.wire.ts'
import { addToTotalPaye, assertNotRefunded } from '#features/ventes/server/ventes.service.ts'
import type { Jour } from '#shared/dates.ts'
import { numeroDePiece } from '#shared/numero.ts'
import { zip } from '#shared/zip.ts'
import { only } from '#server/database/bulk.ts'
import type { Db } from '#server/database/db.ts'
import { changeVersioned } from '#server/database/records.ts'
import type { DB } from '#server/database/schema.ts'
import { assertKept, refuse } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

/** The steps of one cheque, which is one payment or all of a group. */

/**
 * Rejects a cheque at any step: it no longer counts as paid for its sale, open or ended, and its receipt keeps its number. `frais_rejet`,
 * the bank's fee in centimes, changes no total. A group is rejected whole, with the fee on its first payment.
 * @throws introuvable (404), pasUnCheque, chequeDeja, dejaRembourse, versionPerimee (409), chequeRecuApres, chequeJour (422 on rejete_le)
 */
export async function rejectCheque(
  db: Db,
  actor: Actor,
  id: number,
  { rejete_le, motif, frais_rejet, version }: RejetInput & { version?: number | null | undefined },
): Promise<PaiementLu> {
  const { avant, tous } = await lockCheque(db, id)
  const etat = etatDe(avant)
  if (etat === 'rejete')
    throw refuse(chequesErreurs.chequeDeja, { recu: recuOf(avant), etat: formatEtat(etat) })
  assertNotBefore(avant, await readJoursDeRemise(db, [avant]), rejete_le, 'rejete_le')
  const ventes = parVente(tous)
  for (const { vente, montant } of ventes) await assertNotRefunded(db, vente, montant)
  const rejet = { rejete_le, motif_rejet: motif }
  await changeAll(db, tous, { id, version }, (rang) => ({
    ...rejet,
    frais_rejet: rang === 0 ? (frais_rejet ?? null) : null,
  }))
  for (const { vente, montant } of ventes) await addToTotalPaye(db, vente, -montant)
  return written(db, actor, 'rejeter', { id, tous })
}

/**
 * Presents a rejected cheque again: a new payment of the same sale, amount, bank, number and payer, with the next receipt. A group is
 * presented whole, as a new group. @returns the payment that represents the one that the call names
 * @throws introuvable (404), pasUnCheque, pasRejete, dejaRepresente, venteFinie (409), chequeRecuApres (422 on date_paiement),
 * versementDepasse (422)
 */
export async function representCheque(
  db: Db,
  actor: Actor,
  id: number,
  date_paiement: Jour,
): Promise<PaiementLu> {
  const { avant, tous } = await lockCheque(db, id)
  if (etatDe(avant) !== 'rejete') throw refuse(chequesErreurs.pasRejete, { recu: recuOf(avant) })
  await assertNotRepresented(db, tous)
  if (tous.some(({ vente }) => vente.terminee_le)) throw refuse(chequesErreurs.venteFinie)
  // The steps before the rejection do not limit the new date.
  assertNotBefore({ ...avant, encaisse_le: null, remise_id: null }, new Map(), date_paiement, 'date_paiement')
  for (const { vente, montant } of parVente(tous)) assertKept(refusDuVersement(vente, montant))
  // The old payment's `represente_par` changes, so its version rises too.
  await changeAll(db, tous, { id }, () => ({}))
  const groupe_id = avant.groupe_id === null ? null : await createGroupeVide(db)
  const nouveaux: number[] = []
  for (const { avant: ancien } of tous) {
    const { versement, mode, banque, reference, date_cheque, payeur_type, payeur, vente_id } = ancien
    const moyen = { mode, banque, reference, date_cheque, payeur_type, payeur, compte_id: null }
    nouveaux.push(
      await insertPaiement(db, {
        vente_id,
        date_paiement,
        versement,
        ...moyen,
        represente_id: ancien.id,
        groupe_id,
      }),
    )
  }
  const apres = await readPaiements(db, nouveaux)
  await writeJournal(
    db,
    actor,
    apres.map((lu) => ({ action: 'representer', objet: 'paiement', id: lu.id, apres: toPaiement(lu) })),
  )
  return only(apres.filter(({ represente }) => represente?.id === id))
}

/**
 * Undoes the last step of a cheque: rejected → the step before, encaissé → remis or reçu, remis → reçu. A remise left empty is deleted, and
 * its number is not used again. A group goes back whole.
 * @throws introuvable (404), pasUnCheque, rienAAnnuler, dejaRepresente, versionPerimee (409), versementDepasse (422)
 */
export async function undoStep(
  db: Db,
  actor: Actor,
  id: number,
  version?: number | null,
): Promise<PaiementLu> {
  const { avant, tous } = await lockCheque(db, id)
  const etat = etatDe(avant)
  const named = { id, version }
  if (etat === 'recu' || etat === null) throw refuse(chequesErreurs.rienAAnnuler)
  if (etat === 'rejete') {
    await assertNotRepresented(db, tous)
    const ventes = parVente(tous)
    for (const { vente, montant } of ventes) assertKept(refusDuVersement(vente, montant))
    await changeAll(db, tous, named, () => ({ rejete_le: null, motif_rejet: null, frais_rejet: null }))
    for (const { vente, montant } of ventes) await addToTotalPaye(db, vente, montant)
  } else if (etat === 'encaisse') {
    // The account that it had come to was that of the clearing.
    await changeAll(db, tous, named, () => ({ encaisse_le: null, compte_id: null }))
  } else {
    await changeAll(db, tous, named, () => ({ remise_id: null }))
    await deleteIfEmpty(
      db,
      actor,
      tous.map((un) => un.avant),
    )
  }
  return written(db, actor, 'annuler etape', { id, tous })
}

/**
 * Locks the biens, the sales and the payments of a cheque, one or all of its group. @returns the named payment, and all of them by id
 * @throws introuvable, pasUnCheque, conflit
 */
async function lockCheque(db: Db, id: number): Promise<{ avant: PaiementVerrouille; tous: Verrouille[] }> {
  const seen = await whereItStands(db, id)
  await lockBiensDe(db, seen.tous)
  const { nomme, autres } = await lockPaiements(db, id, seen.tous)
  if (nomme.avant.mode !== 'cheque') throw refuse(chequesErreurs.pasUnCheque)
  return { avant: nomme.avant, tous: [nomme, ...autres].toSorted((a, b) => a.avant.id - b.avant.id) }
}

/** Writes a step of all payments of a cheque. @throws versionPerimee (409), of the one that the call names */
async function changeAll(
  db: Db,
  tous: readonly Verrouille[],
  { id, version }: { id: number; version?: number | null | undefined },
  changes: (
    rang: number,
  ) => Pick<
    Updateable<DB['paiements']>,
    'remise_id' | 'encaisse_le' | 'compte_id' | 'rejete_le' | 'motif_rejet' | 'frais_rejet'
  >,
): Promise<void> {
  for (const [rang, { avant }] of tous.entries())
    await changeVersioned(db, 'paiements', avant, avant.id === id ? version : undefined, changes(rang))
}

async function assertNotRepresented(db: Db, tous: readonly Verrouille[]): Promise<void> {
  const autre = await db
    .selectFrom('paiements')
    .select(['recu_annee', 'recu_numero'])
    .where(
      'represente_id',
      'in',
      tous.map(({ avant }) => avant.id),
    )
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (autre) throw refuse(chequesErreurs.dejaRepresente, { recu: recuOf(autre) })
}

/** Deletes the remise of these payments of one cheque, where they were all of it. The lock comes first: of two cheques that leave it at once, the second sees that no other remains. */
async function deleteIfEmpty(db: Db, actor: Actor, cheque: readonly PaiementVerrouille[]): Promise<void> {
  const id = cheque[0]?.remise_id ?? null
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
    montant: cheque.reduce((somme, { versement }) => somme + versement, 0),
  }
  await writeJournal(db, actor, {
    action: 'supprimer',
    objet: 'remise',
    id,
    avant: { ...avant, recus: cheque.map(recuOf) },
  })
}

async function written(
  db: Db,
  actor: Actor,
  action: string,
  { id, tous }: { id: number; tous: readonly Verrouille[] },
): Promise<PaiementLu> {
  const apres = await readPaiements(
    db,
    tous.map(({ avant }) => avant.id),
  )
  const compte = await readCompteNomme(db, tous[0]?.avant.compte_id ?? null)
  await writeJournal(
    db,
    actor,
    zip(tous, apres).map(([{ avant }, lu]) => ({
      action,
      objet: 'paiement',
      id: avant.id,
      avant: { ...avant, compte },
      apres: toPaiement(lu),
    })),
  )
  return only(apres.filter((lu) => lu.id === id))
}
