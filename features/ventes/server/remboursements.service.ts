import type { Dossier } from '#features/ventes/dossiers.contract.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import type { RemboursementInput } from '#features/ventes/fins.contract.ts'
import { readDossier } from '#features/ventes/server/dossiers.read.ts'
import { lockDossier } from '#features/ventes/server/dossiers.service.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import { numeroRemboursement } from '#shared/numero.ts'
import type { Db } from '#server/database/db.ts'
import { nextNumero } from '#server/database/numeros.ts'
import { refusDuRemboursement } from '#features/ventes/dossiers.rules.ts'
import { assertKept, refuse } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

type Remboursement = Dossier['remboursements'][number]

/**
 * Records a refund under the next number of the year; its limit is `remboursable` of the désistement. In centimes.
 * @throws introuvable (404), pasDeDesistement (409), remboursementDepasse (422 on montant)
 */
export async function createRemboursement(
  db: Db,
  actor: Actor,
  venteId: number,
  { banque, reference, note, ...input }: RemboursementInput,
): Promise<Remboursement> {
  await lockDossier(db, venteId)
  const { desistement, dossier, client } = await readDossier(db, venteId)
  assertKept(refusDuRemboursement(input.montant, desistement))
  const especes = input.mode === 'especes'
  const { id, annee, numero, ...row } = await db
    .insertInto('remboursements')
    .values({
      vente_id: venteId,
      ...input,
      banque: especes ? null : (banque ?? null),
      reference: especes ? null : (reference ?? null),
      note: note ?? null,
      ...(await nextNumero(db, 'remboursement')),
    })
    .returning([
      'id',
      'annee',
      'numero',
      'vente_id',
      'jour',
      'montant',
      'mode',
      'banque',
      'reference',
      'note',
    ])
    .executeTakeFirstOrThrow()
  const apres = { id, numero: numeroRemboursement(annee, numero), ...row }
  await writeJournal(db, actor, {
    action: 'ajouter',
    objet: 'remboursement',
    id,
    apres: { ...apres, dossier, client: client.nomComplet },
  })
  return apres
}

/** Deletes a refund recorded by mistake; its number is not given again, and the journal keeps it. @throws introuvable (404) */
export async function deleteRemboursement(db: Db, actor: Actor, id: number): Promise<void> {
  await lockDossier(db, await venteDuRemboursement(db, id))
  const avant = await db.deleteFrom('remboursements').where('id', '=', id).returningAll().executeTakeFirst()
  if (!avant) throw refuse(communesErreurs.introuvable)
  const { dossier, client } = await readDossier(db, avant.vente_id)
  const numero = numeroRemboursement(avant.annee, avant.numero)
  await writeJournal(db, actor, {
    action: 'supprimer',
    objet: 'remboursement',
    id,
    avant: { ...avant, numero, dossier, client: client.nomComplet },
  })
}

/** Reads the vente of a refund. @throws introuvable (404) */
export async function venteDuRemboursement(db: Db, id: number): Promise<number> {
  const seen = await db
    .selectFrom('remboursements')
    .select('vente_id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!seen) throw refuse(communesErreurs.introuvable)
  return seen.vente_id
}
