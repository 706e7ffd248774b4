import { sql } from 'kysely'
import { chargesErreurs } from '#features/charges/charges.erreurs.ts'
import {
  type Bon,
  type BonEdit,
  type BonInput,
  type BonsQuery,
  chargesEndpoints,
} from '#features/charges/charges.contract.ts'
import { introuvable, PAR_PAGE, withEnfants, type Enfants } from '#features/charges/server/charges.tree.ts'
import { LIGNES } from '#features/charges/server/lignes.service.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import { groupBy } from '#shared/group-by.ts'
import { pathOf, readTranche, toPage } from '#shared/pagination.ts'
import type { Db } from '#server/database/db.ts'
import { inSnapshot } from '#server/database/transaction.ts'
import { changeVersioned } from '#server/database/records.ts'
import { refuse } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

const chemin = (categorie_bon_id?: number) => pathOf(chargesEndpoints.bons, { categorie_bon_id })
const columns = ['id', 'reference', 'date_bon', 'categorie_bon_id', 'version'] as const

type Row = Omit<Bon, 'total_montant' | 'lignes'>

/** One page of the vouchers of a category, or of all vouchers, the latest day first (D3 §7). Amounts in centimes. */
export const listBons = (db: Db, query: BonsQuery) => inSnapshot(db, (instant) => readPage(instant, query))

async function readPage(db: Db, query: BonsQuery) {
  const slice = readTranche(query, PAR_PAGE)
  const { categorie_bon_id } = query
  const wanted = db
    .selectFrom('bons')
    .$if(categorie_bon_id !== undefined, (all) => all.where('categorie_bon_id', '=', categorie_bon_id ?? 0))
  const { total } = await wanted.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  const rows = await wanted
    .select(columns)
    .orderBy('date_bon', 'desc')
    .orderBy('id', 'desc')
    .limit(slice.limit)
    .offset(slice.offset)
    .execute()
  return toPage(await withLignes(db, rows), total, slice, chemin(categorie_bon_id))
}

/** Vouchers hang on their category, the latest day first. */
export const BONS: Enfants<Bon> = {
  parent: 'categorie',
  parentOf: ({ categorie_bon_id }) => categorie_bon_id,
  readFirst: async (db, categorieIds) => withLignes(db, await firstBons(db, categorieIds)),
  chemin,
}

/** Adds a voucher with its lines; `page` is its page in the category. @throws categorieInconnue (422 on categorie_bon_id) */
export async function createBon(
  db: Db,
  actor: Actor,
  { lignes, ...fields }: BonInput,
): Promise<Bon & { page: number }> {
  await holdCategorie(db, fields.categorie_bon_id)
  const { id } = await db.insertInto('bons').values(fields).returning('id').executeTakeFirstOrThrow()
  if (lignes.length > 0)
    await db
      .insertInto('lignes')
      .values(lignes.map((ligne) => ({ ...ligne, bon_id: id })))
      .execute()
  const bon = await readBon(db, id)
  await writeJournal(db, actor, { action: 'ajouter', objet: 'bon', id, apres: (await records(db, [bon]))[0] })
  return { ...bon, page: await pageOf(db, bon) }
}

/** Changes reference and day of a voucher; its category and lines stay. @throws introuvable, versionPerimee */
export async function updateBon(
  db: Db,
  actor: Actor,
  id: number,
  { version, ...fields }: BonEdit & { version?: number | null },
): Promise<Bon> {
  const avant = await lockBon(db, id)
  await changeVersioned(db, 'bons', avant, version, fields)
  const apres = { ...avant, ...fields, version: avant.version + 1 }
  await writeJournal(db, actor, { action: 'modifier', objet: 'bon', id, avant, apres })
  return readBon(db, id)
}

/** Deletes a voucher with its lines, which stay readable in the journal (Q193). @throws introuvable */
export async function deleteBon(db: Db, actor: Actor, id: number): Promise<void> {
  const [avant] = await records(db, [await lockBon(db, id)])
  await db.deleteFrom('bons').where('id', '=', id).execute()
  await writeJournal(db, actor, { action: 'supprimer', objet: 'bon', id, avant })
}

/** Locks the vouchers of a category, and reads of each what the journal keeps. Amounts in centimes. */
export async function lockBons(db: Db, categorieId: number) {
  const rows = await db
    .selectFrom('bons')
    .select(columns)
    .where('categorie_bon_id', '=', categorieId)
    .orderBy('id')
    .forUpdate()
    .execute()
  return records(db, rows)
}

/** The journal's records of vouchers, each with all its lines. Amounts in centimes. */
async function records(db: Db, bons: Row[]) {
  const rows = await db
    .selectFrom('lignes')
    .select(['id', 'bon_id', 'designation', 'prix_unitaire', 'quantite'])
    .where(sql<boolean>`bon_id = any(${bons.map(({ id }) => id)})`)
    .orderBy('id')
    .execute()
  const lignes = groupBy(rows, ({ bon_id }) => bon_id)
  return bons.map(({ id, reference, date_bon, categorie_bon_id, version }) => ({
    id,
    reference,
    date_bon,
    categorie_bon_id,
    version,
    lignes: (lignes.get(id) ?? []).map(({ bon_id: _bon, ...ligne }) => ligne),
  }))
}

/** One voucher with the first page of its lines; amounts in centimes. @throws introuvable */
export const readBon = (db: Db, id: number): Promise<Bon> =>
  inSnapshot(db, async (instant) => {
    const [bon] = await withLignes(instant, await selectBon(instant, id).execute())
    if (!bon) throw introuvable()
    return bon
  })

const lockBon = (db: Db, id: number): Promise<Row> =>
  selectBon(db, id).forUpdate().executeTakeFirstOrThrow(introuvable)

const selectBon = (db: Db, id: number) => db.selectFrom('bons').select(columns).where('id', '=', id)

/** Locks a category so that it cannot be deleted while a voucher is added to it. */
async function holdCategorie(db: Db, id: number): Promise<void> {
  await db
    .selectFrom('categories_bons')
    .select('id')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirstOrThrow(() => refuse(chargesErreurs.categorieInconnue).on('categorie_bon_id'))
}

async function pageOf(db: Db, { id, categorie_bon_id, date_bon }: Row): Promise<number> {
  const { before } = await db
    .selectFrom('bons')
    .where('categorie_bon_id', '=', categorie_bon_id)
    .where(sql<boolean>`(date_bon, id) > (${date_bon}::date, ${id}::bigint)`)
    .select(sql<number>`count(*)`.as('before'))
    .executeTakeFirstOrThrow()
  return Math.floor(before / PAR_PAGE) + 1
}

const withLignes = (db: Db, rows: Row[]): Promise<Bon[]> =>
  withEnfants(db, rows, LIGNES, (row, total_montant, lignes) => ({ ...row, total_montant, lignes }))

function firstBons(db: Db, categorieIds: number[]) {
  return db
    .selectFrom('categories_bons as c')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('bons')
          .select(columns)
          .whereRef('categorie_bon_id', '=', 'c.id')
          .orderBy('date_bon', 'desc')
          .orderBy('id', 'desc')
          .limit(PAR_PAGE)
          .as('b'),
      (join) => join.onTrue(),
    )
    .where('c.id', 'in', categorieIds)
    .select(columns.map((column) => `b.${column}` as const))
    .orderBy('b.date_bon', 'desc')
    .orderBy('b.id', 'desc')
    .execute()
}
