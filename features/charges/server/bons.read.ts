import { sql } from 'kysely'
import type { BonsQuery } from '#features/charges/charges.contract.ts'
import type { Bon } from '#features/charges/charges.schema.ts'
import { introuvable } from '#features/charges/server/charges.tree.ts'
import { readPeriode } from '#shared/dates.ts'
import { groupBy } from '#shared/group-by.ts'
import type { Db } from '#server/database/db.ts'

/** A voucher without its sums and lines. */
export type BonNu = Omit<Bon, 'total_montant' | 'regle' | 'reste' | 'etat' | 'lignes'>

const COLONNES = ['id', 'reference', 'date_bon', 'categorie_bon_id', 'fournisseur', 'version'] as const

/** The columns of a {@link BonNu} out of the table of vouchers under this name. */
export const lusDe = <T extends 'b' | 'bons'>(table: T) => [
  ...COLONNES.map((colonne) => `${table}.${colonne}` as const),
  // No join: a locked voucher does not lock its residence.
  sql<BonNu['residence']>`(select json_build_object('id', r.id, 'nom', r.nom) from residences r
    where r.id = ${sql.ref(`${table}.residence_id`)})`.as('residence'),
]
export const LUS = lusDe('b')

export const selectBon = (db: Db, id: number) => db.selectFrom('bons as b').select(LUS).where('b.id', '=', id)

/** Locks a voucher: nobody adds, changes or pays a line of it meanwhile. @throws introuvable */
export const lockBon = (db: Db, id: number): Promise<BonNu> =>
  selectBon(db, id).forUpdate().executeTakeFirstOrThrow(introuvable)

const TOTAL = sql`(select coalesce(sum(l.prix_unitaire * l.quantite), 0) from lignes l where l.bon_id = b.id)`
const REGLE = sql`(select coalesce(sum(g.montant), 0) from reglements g where g.bon_id = b.id)`
const DANS_L_ETAT = {
  regle: sql<boolean>`${TOTAL} > 0 and ${REGLE} = ${TOTAL}`,
  partiel: sql<boolean>`${REGLE} > 0 and ${REGLE} < ${TOTAL}`,
  non_regle: sql<boolean>`${TOTAL} > 0 and ${REGLE} = 0`,
}

/** The vouchers that the filters of a list keep, under the name `b`. A fournisseur is found in each spelling that folds to the same. */
export function bonsFiltres(
  db: Db,
  { categorie_bon_id, residence_id, fournisseur, etat, ...periode }: Omit<BonsQuery, 'page' | 'per_page'>,
) {
  const { du, au } = readPeriode(periode)
  let bons = db.selectFrom('bons as b')
  if (categorie_bon_id !== undefined) bons = bons.where('b.categorie_bon_id', '=', categorie_bon_id)
  if (residence_id !== undefined) bons = bons.where('b.residence_id', '=', residence_id)
  if (fournisseur !== '')
    bons = bons.where(sql<boolean>`normaliser(b.fournisseur) = normaliser(${fournisseur})`)
  if (etat !== undefined) bons = bons.where(DANS_L_ETAT[etat])
  if (du !== undefined) bons = bons.where('b.date_bon', '>=', du)
  if (au !== undefined) bons = bons.where('b.date_bon', '<=', au)
  return bons
}

/** Locks the vouchers of a category, and reads of each what the journal keeps. Amounts in centimes. */
export async function lockBons(db: Db, categorieId: number) {
  const rows = await db
    .selectFrom('bons as b')
    .select(LUS)
    .where('b.categorie_bon_id', '=', categorieId)
    .orderBy('b.id')
    .forUpdate()
    .execute()
  return records(db, rows)
}

/** The journal's records of vouchers, each with all its lines. Amounts in centimes. */
export async function records(db: Db, bons: readonly BonNu[]) {
  const rows = await db
    .selectFrom('lignes')
    .select(['id', 'bon_id', 'designation', 'prix_unitaire', 'quantite'])
    .where(sql<boolean>`bon_id = any(${bons.map(({ id }) => id)})`)
    .orderBy('id')
    .execute()
  const lignes = groupBy(rows, ({ bon_id }) => bon_id)
  return bons.map(({ id, reference, date_bon, categorie_bon_id, fournisseur, residence, version }) => ({
    id,
    reference,
    date_bon,
    categorie_bon_id,
    fournisseur,
    residence,
    version,
    lignes: (lignes.get(id) ?? []).map(({ bon_id: _bon, ...ligne }) => ligne),
  }))
}
