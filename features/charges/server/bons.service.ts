import { sql } from 'kysely'
import { chargesErreurs } from '#features/charges/charges.erreurs.ts'
import {
  type BonEdit,
  type BonInput,
  type BonsQuery,
  chargesEndpoints,
} from '#features/charges/charges.contract.ts'
import type { Bon, BonEntier } from '#features/charges/charges.schema.ts'
import { soldeDuBon } from '#features/charges/reglements.rules.ts'
import {
  type BonNu,
  bonsFiltres,
  lockBon,
  LUS,
  lusDe,
  records,
  selectBon,
} from '#features/charges/server/bons.read.ts'
import { introuvable, PAR_PAGE, withEnfants, type Enfants } from '#features/charges/server/charges.tree.ts'
import { LIGNES } from '#features/charges/server/lignes.service.ts'
import { countReglements, readRegles, readReglements } from '#features/charges/server/reglements.read.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import { holdResidence } from '#features/structure/server/residences.service.ts'
import { pathOf, readTranche, toPage } from '#shared/pagination.ts'
import type { Db } from '#server/database/db.ts'
import { inSnapshot } from '#server/database/transaction.ts'
import { changeVersioned } from '#server/database/records.ts'
import { refuse } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

const chemin = (filtres: Parameters<typeof pathOf>[1]) => pathOf(chargesEndpoints.bons, filtres)

/** One page of the vouchers of a category, or of all vouchers, the latest day first (D3 §7). Amounts in centimes. */
export const listBons = (db: Db, query: BonsQuery) => inSnapshot(db, (instant) => readPage(instant, query))

async function readPage(db: Db, { page, per_page, ...filtres }: BonsQuery) {
  const slice = readTranche({ page, per_page }, PAR_PAGE)
  const wanted = bonsFiltres(db, filtres)
  const { total } = await wanted.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  const rows = await wanted
    .select(LUS)
    .orderBy('b.date_bon', 'desc')
    .orderBy('b.id', 'desc')
    .limit(slice.limit)
    .offset(slice.offset)
    .execute()
  return toPage(await withLignes(db, rows), total, slice, chemin(filtres))
}

/** Vouchers hang on their category, the latest day first. */
export const BONS: Enfants<Bon> = {
  parent: 'categorie',
  parentOf: ({ categorie_bon_id }) => categorie_bon_id,
  readFirst: async (db, categorieIds) => withLignes(db, await firstBons(db, categorieIds)),
  chemin: (categorie_bon_id) => chemin({ categorie_bon_id }),
}

/**
 * Adds a voucher with its lines; `page` is its page in the category.
 * @throws categorieInconnue (422 on categorie_bon_id), residenceInconnue (422 on residence_id)
 */
export async function createBon(
  db: Db,
  actor: Actor,
  { lignes, ...fields }: BonInput,
): Promise<BonEntier & { page: number }> {
  await holdCategorie(db, fields.categorie_bon_id)
  if (fields.residence_id != null) await holdResidence(db, fields.residence_id)
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

/**
 * Changes what the head of a voucher says; its category and lines stay, and so do fournisseur and residence where they are not sent.
 * @throws introuvable, residenceInconnue (422 on residence_id), versionPerimee
 */
export async function updateBon(
  db: Db,
  actor: Actor,
  id: number,
  { version, ...fields }: BonEdit & { version?: number | null },
): Promise<BonEntier> {
  const avant = await lockBon(db, id)
  if (fields.residence_id != null) await holdResidence(db, fields.residence_id)
  await changeVersioned(db, 'bons', avant, version, fields)
  const apres = await selectBon(db, id).executeTakeFirstOrThrow()
  await writeJournal(db, actor, { action: 'modifier', objet: 'bon', id, avant, apres })
  return readBon(db, id)
}

/** Deletes a voucher with its lines, which stay readable in the journal (Q193). @throws introuvable, bonAvecReglements (409) */
export async function deleteBon(db: Db, actor: Actor, id: number): Promise<void> {
  const [avant] = await records(db, [await lockBon(db, id)])
  const reglements = await countReglements(db, [id])
  if (reglements > 0) throw refuse(chargesErreurs.bonAvecReglements, { reglements })
  await db.deleteFrom('bons').where('id', '=', id).execute()
  await writeJournal(db, actor, { action: 'supprimer', objet: 'bon', id, avant })
}

/** One voucher with the first page of its lines and all its règlements; amounts in centimes. @throws introuvable */
export const readBon = (db: Db, id: number): Promise<BonEntier> =>
  inSnapshot(db, async (instant) => {
    const [bon] = await withLignes(instant, await selectBon(instant, id).execute())
    if (!bon) throw introuvable()
    return { ...bon, reglements: await readReglements(instant, id) }
  })

/** Locks a category so that it cannot be deleted while a voucher is added to it. */
async function holdCategorie(db: Db, id: number): Promise<void> {
  await db
    .selectFrom('categories_bons')
    .select('id')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirstOrThrow(() => refuse(chargesErreurs.categorieInconnue).on('categorie_bon_id'))
}

async function pageOf(db: Db, { id, categorie_bon_id, date_bon }: BonNu): Promise<number> {
  const { before } = await db
    .selectFrom('bons')
    .where('categorie_bon_id', '=', categorie_bon_id)
    .where(sql<boolean>`(date_bon, id) > (${date_bon}::date, ${id}::bigint)`)
    .select(sql<number>`count(*)`.as('before'))
    .executeTakeFirstOrThrow()
  return Math.floor(before / PAR_PAGE) + 1
}

async function withLignes(db: Db, rows: BonNu[]): Promise<Bon[]> {
  const regles = await readRegles(
    db,
    rows.map(({ id }) => id),
  )
  return withEnfants(db, rows, LIGNES, (row, total_montant, lignes) => {
    const regle = regles.get(row.id) ?? 0
    return { ...row, total_montant, regle, ...soldeDuBon({ total: total_montant, regle }), lignes }
  })
}

function firstBons(db: Db, categorieIds: number[]) {
  return db
    .selectFrom('categories_bons as c')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('bons')
          .select(lusDe('bons'))
          .whereRef('categorie_bon_id', '=', 'c.id')
          .orderBy('date_bon', 'desc')
          .orderBy('id', 'desc')
          .limit(PAR_PAGE)
          .as('b'),
      (join) => join.onTrue(),
    )
    .where('c.id', 'in', categorieIds)
    .selectAll('b')
    .orderBy('b.date_bon', 'desc')
    .orderBy('b.id', 'desc')
    .execute()
}
