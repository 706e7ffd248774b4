import { sql } from 'kysely'
import type { Centimes } from '#shared/argent.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import { groupBy } from '#shared/group-by.ts'
import { readTranche, toPage } from '#shared/pagination.ts'
import type { Db } from '#server/database/db.ts'
import { refuse } from '#server/http/errors.ts'

/** The page size of categories, vouchers and lines (Q190). */
export const PAR_PAGE = 5
const PREMIERE_PAGE = readTranche({ page: 1, per_page: PAR_PAGE }, PAR_PAGE)

/** Makes the error of a category, voucher or line that does not exist (404). */
export const introuvable = () => refuse(communesErreurs.introuvable)

type Parent = 'categorie' | 'bon'

/** Says how vouchers hang on their category, or lines on their voucher. */
export interface Enfants<E> {
  parent: Parent
  parentOf: (enfant: E) => number
  /** Reads the first {@link PAR_PAGE} children of each parent, in the order of their list. */
  readFirst: (db: Db, parentIds: number[]) => Promise<E[]>
  /** The path of the list of a parent's children. */
  chemin: (parentId: number) => string
}

/** Joins to each category or voucher the total of its lines in centimes, and the first page of its children (Q191). */
export async function withEnfants<R extends { id: number }, E, T>(
  db: Db,
  rows: R[],
  { parent, parentOf, readFirst, chemin }: Enfants<E>,
  join: (row: R, total_montant: Centimes, enfants: ReturnType<typeof toPage<E>>) => T,
): Promise<T[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const totaux = await readTotaux(db, parent, ids)
  const enfants = groupBy(await readFirst(db, ids), parentOf)
  return rows.map((row) => {
    const { nombre, total_montant } = totaux.get(row.id) ?? { nombre: 0, total_montant: 0 }
    return join(row, total_montant, toPage(enfants.get(row.id) ?? [], nombre, PREMIERE_PAGE, chemin(row.id)))
  })
}

// The join repeats a voucher for each of its lines, so vouchers are counted by their ids.
const COMPTES = {
  categorie: { cle: 'b.categorie_bon_id', nombre: sql<number>`count(distinct b.id)` },
  bon: { cle: 'b.id', nombre: sql<number>`count(l.id)` },
} as const

/**
 * Reads by the id of each parent how many children it has, and the total of its lines in centimes. A category without vouchers and a voucher
 * that does not exist have no entry.
 */
export async function readTotaux(db: Db, parent: Parent, ids: number[]) {
  const { cle, nombre } = COMPTES[parent]
  const rows = await db
    .selectFrom('bons as b')
    .leftJoin('lignes as l', 'l.bon_id', 'b.id')
    .where(cle, 'in', ids)
    .groupBy(cle)
    .select([
      `${cle} as id` as const,
      nombre.as('nombre'),
      sql<Centimes>`coalesce(sum(l.prix_unitaire * l.quantite), 0)::bigint`.as('total_montant'),
    ])
    .execute()
  return new Map(rows.map((totaux) => [totaux.id, totaux]))
}
