import { type CategorieInput, chargesEndpoints } from '#features/charges/charges.contract.ts'
import { chargesErreurs } from '#features/charges/charges.erreurs.ts'
import type { Categorie } from '#features/charges/charges.schema.ts'
import { lockBons } from '#features/charges/server/bons.read.ts'
import { BONS } from '#features/charges/server/bons.service.ts'
import { introuvable, PAR_PAGE, withEnfants } from '#features/charges/server/charges.tree.ts'
import { countReglements } from '#features/charges/server/reglements.read.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import { pathOf, toPage, readTranche, type PageQuery } from '#shared/pagination.ts'
import type { Db } from '#server/database/db.ts'
import { inSnapshot } from '#server/database/transaction.ts'
import { changeVersioned, count } from '#server/database/records.ts'
import { refuse } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

const columns = ['id', 'nom', 'version'] as const
type Row = Pick<Categorie, (typeof columns)[number]>

/** One page of categories, the latest first, each with its total and its first vouchers (D3 §7). Amounts in centimes. */
export const listCategories = (db: Db, query: PageQuery) =>
  inSnapshot(db, (instant) => readPage(instant, query))

async function readPage(db: Db, query: PageQuery) {
  const slice = readTranche(query, PAR_PAGE)
  const total = await count(db, 'categories_bons')
  const rows = await db
    .selectFrom('categories_bons')
    .select(columns)
    .orderBy('id', 'desc')
    .limit(slice.limit)
    .offset(slice.offset)
    .execute()
  return toPage(await withBons(db, rows), total, slice, pathOf(chargesEndpoints.categories))
}

/** Adds a category. The list puts the latest first, so the new one is on page 1. */
export async function createCategorie(
  db: Db,
  actor: Actor,
  input: CategorieInput,
): Promise<Categorie & { page: number }> {
  const { id } = await db
    .insertInto('categories_bons')
    .values(input)
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeJournal(db, actor, { action: 'ajouter', objet: 'categorie', id, apres: { id, ...input } })
  return { ...(await readCategorie(db, id)), page: 1 }
}

/** Renames a category. @throws introuvable, versionPerimee */
export async function updateCategorie(
  db: Db,
  actor: Actor,
  id: number,
  { version, ...fields }: CategorieInput & { version?: number | null },
): Promise<Categorie> {
  const avant = await lockCategorie(db, id)
  await changeVersioned(db, 'categories_bons', avant, version, fields)
  const apres = { ...avant, ...fields, version: avant.version + 1 }
  await writeJournal(db, actor, { action: 'modifier', objet: 'categorie', id, avant, apres })
  return readCategorie(db, id)
}

/**
 * Deletes a category with its vouchers and their lines, which stay readable in the journal (Q193).
 * @throws introuvable, categorieAvecReglements (409)
 */
export async function deleteCategorie(db: Db, actor: Actor, id: number): Promise<void> {
  const categorie = await lockCategorie(db, id)
  const avant = { ...categorie, bons: await lockBons(db, id) }
  const reglements = await countReglements(
    db,
    avant.bons.map((bon) => bon.id),
  )
  if (reglements > 0) throw refuse(chargesErreurs.categorieAvecReglements, { reglements })
  await db.deleteFrom('categories_bons').where('id', '=', id).execute()
  await writeJournal(db, actor, { action: 'supprimer', objet: 'categorie', id, avant })
}

/** One category with its total and its first vouchers; amounts in centimes. @throws introuvable */
export const readCategorie = (db: Db, id: number): Promise<Categorie> =>
  inSnapshot(db, async (instant) => {
    const [categorie] = await withBons(instant, await selectCategorie(instant, id).execute())
    if (!categorie) throw introuvable()
    return categorie
  })

const lockCategorie = (db: Db, id: number): Promise<Row> =>
  selectCategorie(db, id).forUpdate().executeTakeFirstOrThrow(introuvable)

const selectCategorie = (db: Db, id: number) =>
  db.selectFrom('categories_bons').select(columns).where('id', '=', id)

const withBons = (db: Db, rows: Row[]): Promise<Categorie[]> =>
  withEnfants(db, rows, BONS, (row, total_montant, bons) => ({ ...row, total_montant, bons }))
