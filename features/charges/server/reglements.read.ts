import { type RawBuilder, sql } from 'kysely'
import { compteDe } from '#features/comptes/server/comptes.read.ts'
import type { Reglement } from '#features/charges/charges.schema.ts'
import type { SommesDuBon } from '#features/charges/reglements.rules.ts'
import { readTotaux } from '#features/charges/server/charges.tree.ts'
import {
  type Fournisseur,
  type FournisseursQuery,
  reglementsEndpoints,
} from '#features/charges/reglements.contract.ts'
import type { Centimes } from '#shared/argent.ts'
import { pathOf, readTranche, toPage } from '#shared/pagination.ts'
import { containsMots } from '#server/database/lists.ts'
import type { Db } from '#server/database/db.ts'

/** Reads the sums of the règlements of these vouchers, by their ids; a voucher without règlement has no entry. In centimes. */
export async function readRegles(db: Db, bonIds: readonly number[]): Promise<Map<number, Centimes>> {
  if (bonIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('reglements')
    .where('bon_id', 'in', bonIds)
    .groupBy('bon_id')
    .select(['bon_id', sql<Centimes>`sum(montant)::bigint`.as('regle')])
    .execute()
  return new Map(rows.map(({ bon_id, regle }) => [bon_id, regle]))
}

/** Reads the total and the paid amount of a voucher, in centimes. It is read under the lock of the voucher where something hangs on it. */
export async function readSommes(db: Db, bonId: number): Promise<SommesDuBon> {
  const total = (await readTotaux(db, 'bon', [bonId])).get(bonId)?.total_montant ?? 0
  return { total, regle: (await readRegles(db, [bonId])).get(bonId) ?? 0 }
}

/** How many règlements hang on these vouchers. */
export async function countReglements(db: Db, bonIds: readonly number[]): Promise<number> {
  if (bonIds.length === 0) return 0
  const { n } = await db
    .selectFrom('reglements')
    .where('bon_id', 'in', bonIds)
    .select(sql<number>`count(*)`.as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** The règlements of a voucher, the oldest first. Amounts in centimes. */
export const readReglements = (db: Db, bonId: number): Promise<Reglement[]> =>
  db
    .selectFrom('reglements as g')
    .where('g.bon_id', '=', bonId)
    .select(['g.id', 'g.date_reglement', 'g.montant', 'g.banque', 'g.reference', 'g.details', 'g.vu_le'])
    .select(sql<Reglement['mode']>`g.mode`.as('mode'))
    .select(compteDe('g.compte_id').as('compte'))
    .orderBy('g.date_reglement')
    .orderBy('g.id')
    .execute()

const PAR_PAGE = 20

interface Totaux {
  nombre: number
  bons: number
  total: Centimes
  regle: Centimes
  reste: Centimes
}

/** Fournisseurs with their sums, one a folded name. The name is that of the latest voucher, null for vouchers that name nobody. */
function selectFournisseurs({ search, solde }: FournisseursQuery): RawBuilder<unknown> {
  return sql`
    select normaliser(b.fournisseur) as cle, (array_agg(b.fournisseur order by b.date_bon desc, b.id desc))[1] as nom, count(*) as bons,
      coalesce(sum(l.total), 0)::bigint as total, coalesce(sum(g.regle), 0)::bigint as regle,
      (coalesce(sum(l.total), 0) - coalesce(sum(g.regle), 0))::bigint as reste
    from bons b
    left join (select bon_id, sum(prix_unitaire * quantite) as total from lignes group by bon_id) l on l.bon_id = b.id
    left join (select bon_id, sum(montant) as regle from reglements group by bon_id) g on g.bon_id = b.id
    where ${search === '' ? sql`true` : sql`b.fournisseur is not null and ${containsMots(sql<string>`normaliser(b.fournisseur)`, search)}`}
    group by normaliser(b.fournisseur)
    having ${solde === undefined ? sql`true` : sql`coalesce(sum(l.total), 0) > coalesce(sum(g.regle), 0)`}`
}

/** One page of the fournisseurs by name, with the sums of the whole result; last those vouchers that name nobody. In centimes. */
export async function listFournisseurs(db: Db, query: FournisseursQuery) {
  const slice = readTranche(query, PAR_PAGE)
  // An empty page has one row without a name and without vouchers, which carries the totals.
  const { rows } = await sql<{ totals: Totaux; ligne: Fournisseur | null }>`
    with f as materialized (${selectFournisseurs(query)}),
      p as (select * from f order by cle is null, cle limit ${slice.limit} offset ${slice.offset})
    select t.totals, case when p.bons is not null then json_build_object('nom', p.nom, 'bons', p.bons, 'total', p.total,
      'regle', p.regle, 'reste', p.reste) end as ligne
    from (select json_build_object('nombre', count(*), 'bons', coalesce(sum(bons), 0), 'total', coalesce(sum(total), 0),
      'regle', coalesce(sum(regle), 0), 'reste', coalesce(sum(reste), 0)) as totals from f) t
    left join p on true order by p.cle is null, p.cle`.execute(db)
  const { nombre = 0, ...totals } = rows[0]?.totals ?? { bons: 0, total: 0, regle: 0, reste: 0 }
  const path = pathOf(reglementsEndpoints.fournisseurs, { search: query.search, solde: query.solde })
  const page = toPage(
    rows.flatMap(({ ligne }) => (ligne ? [ligne] : [])),
    nombre,
    slice,
    path,
  )
  return { ...page, totals }
}
