import { writeJournal } from '#features/journal/server/journal.service.ts'
import { readParametres } from '#features/parametres/server/parametres.service.ts'
import type { Promoteur, PromoteurInput } from '#features/promoteur/promoteur.contract.ts'
import type { Db } from '#server/database/db.ts'
import { changeVersioned } from '#server/database/records.ts'
import type { PromoteurImprime } from '#server/documents/papier.ts'
import { AppError } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

const columns = ['id', 'nom', 'email', 'telephone', 'adresse', 'version'] as const

/** The promoter as a list of one, or an empty one (D3 §7, Q188). */
export function listPromoteurs(db: Db): Promise<Promoteur[]> {
  return db.selectFrom('promoteurs').select(columns).orderBy('id').execute()
}

/** The promoter's data for the head of a printed document, with his logo unless it is not to be printed; null while there is none. */
export async function promoteurPourDocuments(db: Db): Promise<PromoteurImprime | null> {
  const promoteur = await db
    .selectFrom('promoteurs as p')
    .leftJoin('fichiers as f', 'f.id', 'p.logo_id')
    .select(['p.nom', 'p.adresse', 'p.telephone', 'p.email', 'p.nom_ar', 'p.couleur', 'p.logo_id', 'f.type'])
    .select(['p.rc', 'p.nif', 'p.nis', 'p.ai', 'p.agrement', 'p.tnpi', 'p.capital'])
    .orderBy('p.id')
    .executeTakeFirst()
  if (!promoteur) return null
  const { nom, adresse, telephone, email, nom_ar: nomAr, couleur, logo_id: id, type, ...identite } = promoteur
  const printed = id !== null && type !== null && (await readParametres(db, 'documents')).logo_imprime
  return {
    nom,
    adresse,
    telephone,
    email,
    nomAr,
    identite,
    couleur,
    logo: printed ? { id, type } : null,
  }
}

/** @throws promoteurExiste (409): there is at most one (D3 §4, Q187); of two at once the database keeps one */
export async function createPromoteur(db: Db, actor: Actor, input: PromoteurInput): Promise<Promoteur> {
  if ((await listPromoteurs(db)).length > 0) throw new AppError('promoteurExiste')
  const promoteur = await db
    .insertInto('promoteurs')
    .values(input)
    .returning(columns)
    .executeTakeFirstOrThrow()
  await writeJournal(db, actor, { action: 'ajouter', objet: 'promoteur', id: promoteur.id, apres: promoteur })
  return promoteur
}

/** @throws introuvable, versionPerimee */
export async function updatePromoteur(
  db: Db,
  actor: Actor,
  id: number,
  { version, ...fields }: PromoteurInput & { version?: number | null },
): Promise<Promoteur> {
  const avant = await lockPromoteur(db, id)
  await changeVersioned(db, 'promoteurs', avant, version, fields)
  const apres = { ...fields, id, version: avant.version + 1 }
  await writeJournal(db, actor, { action: 'modifier', objet: 'promoteur', id, avant, apres })
  return apres
}

/** @throws introuvable */
export async function deletePromoteur(db: Db, actor: Actor, id: number): Promise<void> {
  const avant = await lockPromoteur(db, id)
  await db.deleteFrom('promoteurs').where('id', '=', id).execute()
  await writeJournal(db, actor, { action: 'supprimer', objet: 'promoteur', id, avant })
}

async function lockPromoteur(db: Db, id: number): Promise<Promoteur> {
  const promoteur = await db
    .selectFrom('promoteurs')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!promoteur) throw new AppError('introuvable')
  return promoteur
}
