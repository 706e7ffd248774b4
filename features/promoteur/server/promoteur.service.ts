import { writeJournal } from '#features/journal/server/journal.service.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import { promoteurErreurs } from '#features/promoteur/promoteur.erreurs.ts'
import { readParametres } from '#features/parametres/server/parametres.service.ts'
import type { IdentiteInput, Promoteur, PromoteurInput } from '#features/promoteur/promoteur.contract.ts'
import type { Fichier } from '#server/files/intact.ts'
import type { Db } from '#server/database/db.ts'
import { changeVersioned } from '#server/database/records.ts'
import { isImage } from '#server/documents/image.ts'
import type { PromoteurImprime } from '#server/documents/papier.ts'
import { canDraw } from '#server/documents/pdf.ts'
import { replaceFile, type FileLife } from '#server/files/replace.ts'
import type { UploadedFile } from '#server/files/upload.ts'
import { refuse } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

const columns = [
  ...(['id', 'nom', 'email', 'telephone', 'adresse', 'version'] as const),
  ...(['nom_ar', 'rc', 'nif', 'nis', 'ai', 'agrement', 'tnpi', 'capital', 'couleur'] as const),
  'logo_id',
  ...(['adresse_ar', 'representant', 'representant_ar'] as const),
  ...(['representant_qualite', 'representant_qualite_ar'] as const),
] as const
type Row = Omit<Promoteur, 'logo'> & { logo_id: string | null }

const toPromoteur = ({ logo_id, ...fields }: Row): Promoteur => ({ ...fields, logo: logo_id !== null })

/** Lists the promoter: one element, or none (D3 §7, Q188). */
export async function listPromoteurs(db: Db): Promise<Promoteur[]> {
  const rows = await db.selectFrom('promoteurs').select(columns).orderBy('id').execute()
  return rows.map(toPromoteur)
}

/**
 * Reads the promoter for the head of a paper; null without a promoter. `logo` is null when the settings forbid to print it.
 * @param reglages the section « documents », read when it is not given
 */
export async function promoteurPourDocuments(
  db: Db,
  reglages?: { logo_imprime: boolean },
): Promise<PromoteurImprime | null> {
  const promoteur = await db
    .selectFrom('promoteurs as p')
    .leftJoin('fichiers as f', 'f.id', 'p.logo_id')
    .select([
      'p.nom',
      'p.adresse',
      'p.telephone',
      'p.email',
      'p.nom_ar',
      'p.couleur',
      'p.logo_id',
      'f.type',
      'f.taille',
    ])
    .select(['p.rc', 'p.nif', 'p.nis', 'p.ai', 'p.agrement', 'p.tnpi', 'p.capital'])
    .select(['p.adresse_ar', 'p.representant', 'p.representant_ar'])
    .select(['p.representant_qualite', 'p.representant_qualite_ar'])
    .orderBy('p.id')
    .executeTakeFirst()
  if (!promoteur) return null
  const {
    nom,
    adresse,
    telephone,
    email,
    nom_ar: nomAr,
    couleur,
    logo_id: id,
    type,
    taille,
    ...rest
  } = promoteur
  const { adresse_ar: adresseAr, representant, representant_ar: representantAr, ...legal } = rest
  const {
    representant_qualite: representantQualite,
    representant_qualite_ar: representantQualiteAr,
    ...identite
  } = legal
  const printed =
    id !== null &&
    type !== null &&
    taille !== null &&
    (reglages ?? (await readParametres(db, 'documents'))).logo_imprime
  return {
    nom,
    adresse,
    telephone,
    email,
    nomAr,
    identite,
    couleur,
    logo: printed ? { id, type, taille } : null,
    adresseAr,
    representant,
    representantAr,
    representantQualite,
    representantQualiteAr,
  }
}

/** Creates the only promoter (D3 §4, Q187); the database refuses a second one at the same time. @throws promoteurExiste (409) */
export async function createPromoteur(db: Db, actor: Actor, input: PromoteurFields): Promise<Promoteur> {
  if ((await listPromoteurs(db)).length > 0) throw refuse(promoteurErreurs.promoteurExiste)
  const row = await db.insertInto('promoteurs').values(input).returning(columns).executeTakeFirstOrThrow()
  const promoteur = toPromoteur(row)
  await writeJournal(db, actor, { action: 'ajouter', objet: 'promoteur', id: row.id, apres: promoteur })
  return promoteur
}

type PromoteurFields = PromoteurInput & IdentiteInput

/** Changes the promoter. @throws introuvable (404), versionPerimee (409) */
export async function updatePromoteur(
  db: Db,
  actor: Actor,
  id: number,
  { version, ...fields }: PromoteurFields & { version?: number | null | undefined },
): Promise<Promoteur> {
  const avant = toPromoteur(await lockPromoteur(db, id))
  await changeVersioned(db, 'promoteurs', avant, version, fields)
  const apres = toPromoteur(await lockPromoteur(db, id))
  await writeJournal(db, actor, { action: 'modifier', objet: 'promoteur', id, avant, apres })
  return apres
}

/** Deletes the promoter and the logo. @throws introuvable (404) */
export async function deletePromoteur(db: Db, actor: Actor, id: number, life: FileLife): Promise<void> {
  const avant = toPromoteur(await lockPromoteur(db, id))
  await replaceFile(db, life, logoOf(id), null)
  await db.deleteFrom('promoteurs').where('id', '=', id).execute()
  await writeJournal(db, actor, { action: 'supprimer', objet: 'promoteur', id, avant })
}

const logoOf = (id: number) => ({ table: 'promoteurs', column: 'logo_id', id }) as const

/** Draws an uploaded logo once before it is stored, so that papers can print it. @throws logoRefuse (422 on logo), documentsOccupes (503) */
export async function checkLogo(file: UploadedFile | null): Promise<void> {
  const octets = await file?.bytes()
  if (!file || !octets || !isImage(octets, file.type) || !(await canDraw(octets, file.type)))
    throw refuse(communesErreurs.logoRefuse).on('logo')
}

/**
 * Replaces the logo; null removes it. The version stays, because no form edits the logo. @throws introuvable (404), also without a logo
 * to remove
 */
export async function saveLogo(
  db: Db,
  actor: Actor,
  id: number,
  file: UploadedFile | null,
  life: FileLife,
): Promise<Promoteur> {
  const { nom, logo_id } = await lockPromoteur(db, id)
  if (!file && logo_id === null) throw refuse(communesErreurs.introuvable)
  const logo = await nomDuLogo(db, logo_id)
  await replaceFile(db, life, logoOf(id), file)
  await writeJournal(db, actor, {
    action: 'modifier',
    objet: 'promoteur',
    id,
    avant: { nom, logo },
    apres: { nom, logo: file?.nom ?? null },
  })
  return toPromoteur(await lockPromoteur(db, id))
}

/** Finds the stored logo with its name and type. @throws introuvable (404), also without a logo */
export async function readLogo(db: Db, id: number): Promise<Fichier & { nom: string }> {
  const found = await db
    .selectFrom('promoteurs as p')
    .innerJoin('fichiers as f', 'f.id', 'p.logo_id')
    .where('p.id', '=', id)
    .select(['f.id', 'f.nom', 'f.taille', 'f.type'])
    .executeTakeFirst()
  if (!found) throw refuse(communesErreurs.introuvable)
  return found
}

/** Reads the promoter as the pages without a session show him: with his logo, whether the papers print it or not; null without one. */
export async function readPresente(db: Db): Promise<Pick<Promoteur, 'nom' | 'nom_ar' | 'logo'> | null> {
  const promoteur = await promoteurPourDocuments(db, { logo_imprime: true })
  return promoteur && { nom: promoteur.nom, nom_ar: promoteur.nomAr ?? null, logo: promoteur.logo !== null }
}

/** Finds the kept logo that the pages without a session show. @throws introuvable (404) without one */
export async function readLogoPresente(db: Db): Promise<Fichier> {
  const promoteur = await promoteurPourDocuments(db, { logo_imprime: true })
  if (!promoteur?.logo) throw refuse(communesErreurs.introuvable)
  return promoteur.logo
}

async function nomDuLogo(db: Db, id: string | null): Promise<string | null> {
  if (id === null) return null
  const found = await db.selectFrom('fichiers').select('nom').where('id', '=', id).executeTakeFirst()
  return found?.nom ?? null
}

async function lockPromoteur(db: Db, id: number): Promise<Row> {
  const promoteur = await db
    .selectFrom('promoteurs')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!promoteur) throw refuse(communesErreurs.introuvable)
  return promoteur
}
