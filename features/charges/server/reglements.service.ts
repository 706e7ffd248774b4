import type { BonEntier, Reglement } from '#features/charges/charges.schema.ts'
import type { ReglementInput } from '#features/charges/reglements.contract.ts'
import { refusDuReglement, surCompte } from '#features/charges/reglements.rules.ts'
import { lockBon } from '#features/charges/server/bons.read.ts'
import { readBon } from '#features/charges/server/bons.service.ts'
import { introuvable } from '#features/charges/server/charges.tree.ts'
import { readReglements, readSommes } from '#features/charges/server/reglements.read.ts'
import { holdCompte } from '#features/comptes/server/comptes.service.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import type { Db } from '#server/database/db.ts'
import { assertKept } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

/**
 * Pays a voucher, wholly or in part, and answers it with its règlements. Money handed over leaves no account; what is paid in espèces has
 * neither bank nor reference, as with a payment. Amounts in centimes.
 * @throws compteBancaireInconnu, compteBancaireInactif (422 on compte_id), introuvable (404), reglementDepasse (422 on montant)
 */
export async function createReglement(
  db: Db,
  actor: Actor,
  bonId: number,
  { compte_id, banque = null, reference = null, details = null, ...fields }: ReglementInput,
): Promise<BonEntier> {
  const compte = surCompte(fields.mode) ? (compte_id ?? null) : null
  if (compte !== null) await holdCompte(db, compte)
  const bon = await lockBon(db, bonId)
  assertKept(refusDuReglement(await readSommes(db, bonId), fields.montant), 'montant')
  const moyen = fields.mode === 'especes' ? { banque: null, reference: null } : { banque, reference }
  const { id } = await db
    .insertInto('reglements')
    .values({ ...fields, ...moyen, details, bon_id: bonId, compte_id: compte })
    .returning('id')
    .executeTakeFirstOrThrow()
  const apres = await readReglement(db, bonId, id)
  await writeJournal(db, actor, {
    action: 'ajouter',
    objet: 'reglement',
    id,
    apres: { ...apres, bon: { id: bonId, reference: bon.reference } },
  })
  return readBon(db, bonId)
}

/** Deletes a règlement. @throws introuvable when the voucher has no such règlement */
export async function deleteReglement(
  db: Db,
  actor: Actor,
  { bonId, reglementId }: { bonId: number; reglementId: number },
): Promise<void> {
  const bon = await lockBon(db, bonId)
  const avant = await readReglement(db, bonId, reglementId)
  await db.deleteFrom('reglements').where('id', '=', reglementId).execute()
  await writeJournal(db, actor, {
    action: 'supprimer',
    objet: 'reglement',
    id: reglementId,
    avant: { ...avant, bon: { id: bonId, reference: bon.reference } },
  })
}

async function readReglement(db: Db, bonId: number, id: number): Promise<Reglement> {
  const found = (await readReglements(db, bonId)).find((reglement) => reglement.id === id)
  if (!found) throw introuvable()
  return found
}
