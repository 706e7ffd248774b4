import { writeJournal } from '#features/journal/server/journal.service.ts'
import { paiementsErreurs } from '#features/paiements/paiements.erreurs.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import { readPaiement, type PaiementLu } from '#features/paiements/server/paiements.read.ts'
import { justificatifOf } from '#features/paiements/server/paiements.service.ts'
import type { Fichier } from '#server/files/intact.ts'
import type { Db } from '#server/database/db.ts'
import { replaceFile, type FileLife } from '#server/files/replace.ts'
import type { UploadedFile } from '#server/files/upload.ts'
import { refuse } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

/** Joins a proof to a payment, or replaces it; the version stays. @throws introuvable (404), fichierManquant (422 on justificatif) */
export async function joinJustificatif(
  db: Db,
  actor: Actor,
  id: number,
  file: UploadedFile | null,
  life: FileLife,
): Promise<PaiementLu> {
  if (!file) throw refuse(communesErreurs.fichierManquant).on('justificatif')
  const { justificatif } = await lockJustificatif(db, id)
  await replaceFile(db, life, justificatifOf(id), file)
  await writeJournal(db, actor, {
    action: 'joindre',
    objet: 'paiement',
    id,
    avant: { justificatif },
    apres: { justificatif: file.nom },
  })
  return readPaiement(db, id)
}

/** Removes the proof of a payment. @throws introuvable, sansJustificatif (404) */
export async function removeJustificatif(db: Db, actor: Actor, id: number, life: FileLife): Promise<void> {
  const { justificatif } = await lockJustificatif(db, id)
  if (justificatif === null) throw refuse(paiementsErreurs.sansJustificatif)
  await replaceFile(db, life, justificatifOf(id), null)
  await writeJournal(db, actor, {
    action: 'retirer piece',
    objet: 'paiement',
    id,
    avant: { justificatif },
  })
}

/** The stored file of a payment's proof, with its name and media type. @throws introuvable, sansJustificatif (404) */
export async function readJustificatif(db: Db, id: number): Promise<Fichier & { nom: string }> {
  const found = await db
    .selectFrom('paiements as p')
    .leftJoin('fichiers as f', 'f.id', 'p.justificatif_id')
    .where('p.id', '=', id)
    .select(['p.justificatif_id', 'f.nom', 'f.taille', 'f.type'])
    .executeTakeFirst()
  if (!found) throw refuse(communesErreurs.introuvable)
  const { justificatif_id: fichier, nom, taille, type } = found
  if (fichier === null || nom === null || taille === null || type === null)
    throw refuse(paiementsErreurs.sansJustificatif)
  return { id: fichier, nom, taille, type }
}

/** Locks the payment, so that two proofs joined at once come one after the other. @throws introuvable */
async function lockJustificatif(db: Db, id: number): Promise<{ justificatif: string | null }> {
  const found = await db
    .selectFrom('paiements')
    .where('id', '=', id)
    .select((eb) => [
      'id',
      eb
        .selectFrom('fichiers as f')
        .whereRef('f.id', '=', 'paiements.justificatif_id')
        .select('f.nom')
        .as('justificatif'),
    ])
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw refuse(communesErreurs.introuvable)
  return found
}
