import { sql } from 'kysely'
import type { StatsOccupation } from '#features/structure/residences.contract.ts'
import { tauxOccupation, type Occupation } from '#features/structure/occupation.rules.ts'
import type { Db } from '#server/database/db.ts'

type Level = 'residence' | 'bloc' | 'etage'

const PARENT = { residence: 'b.residence_id', bloc: 'e.bloc_id', etage: 'a.etage_id' } as const
const NONE: Occupation = { total: 0, occupied: 0 }

/** Appartements a with their étage e, their bloc b and their open sale v. */
const appartements = (db: Db) =>
  db
    .selectFrom('appartements as a')
    .innerJoin('etages as e', 'e.id', 'a.etage_id')
    .innerJoin('blocs as b', 'b.id', 'e.bloc_id')
    .leftJoin('ventes as v', (join) => join.onRef('v.bien_id', '=', 'a.id').on('v.terminee_le', 'is', null))

/** Number of étages of a bloc b, as a column. */
export const ETAGES_DU_BLOC = sql<number>`(select count(*) from etages e where e.bloc_id = b.id)`.as(
  'etages_count',
)

/** Counts the appartements of each residence, bloc or étage, and those with an open sale. An id without appartements gives 0 of 0. */
export async function occupationOf(db: Db, level: Level, ids: number[]): Promise<(id: number) => Occupation> {
  if (ids.length === 0) return () => NONE
  const rows = await appartements(db)
    .where(PARENT[level], 'in', ids)
    .groupBy(PARENT[level])
    .select([
      `${PARENT[level]} as id`,
      sql<number>`count(*)`.as('total'),
      sql<number>`count(v.id)`.as('occupied'),
    ])
    .execute()
  const found = new Map(rows.map(({ id, ...occupation }) => [id, occupation]))
  return (id) => found.get(id) ?? NONE
}

/** Lists the appartements of one residence, bloc or étage: blocs by name, étages from the ground up, lots by number. */
export async function lotsOf(db: Db, level: Level, id: number) {
  const rows = await appartements(db)
    .leftJoin('clients as c', 'c.id', 'v.client_id')
    .where(PARENT[level], '=', id)
    .select([
      'a.id',
      'a.num_lot',
      'a.type_logement',
      'e.id as etage_id',
      'e.designation',
      'b.id as bloc_id',
      'b.nomloc',
    ])
    .select(['v.id as vente_id', 'c.id as client_id', 'c.nom_complet', 'c.tel', 'c.email', 'e.niveau'])
    .execute()
  return rows
    .toSorted(
      (a, b) =>
        compareNames(a.nomloc, b.nomloc) ||
        a.bloc_id - b.bloc_id ||
        a.niveau - b.niveau ||
        a.etage_id - b.etage_id ||
        compareNames(a.num_lot, b.num_lot) ||
        a.id - b.id,
    )
    .map((row) => ({
      id: row.id,
      numLot: row.num_lot,
      typeLogement: row.type_logement,
      etage: { id: row.etage_id, designation: row.designation },
      bloc: { id: row.bloc_id, nomloc: row.nomloc },
      vente_id: row.vente_id,
      client:
        row.client_id === null
          ? null
          : { id: row.client_id, nomComplet: row.nom_complet ?? '', tel: row.tel, email: row.email },
    }))
}

type Lot = Awaited<ReturnType<typeof lotsOf>>[number]

/** Turns the sold lots into lines of client and appartement. */
export function clientsOf(lots: Lot[]) {
  return lots.flatMap(({ client, ...appartement }) => (client ? [{ ...client, appartement }] : []))
}

/** Counts the lots of a report; the rate is in percent (D2 §3). */
export function statsOf(lots: Lot[]): StatsOccupation {
  const total = lots.length
  const sold = lots.filter(({ client }) => client !== null)
  return {
    appartementCount: total,
    occupiedCount: sold.length,
    availableCount: total - sold.length,
    tauxOccupation: tauxOccupation({ total, occupied: sold.length }),
    typeDistribution: byType(lots),
    typeOccupation: byType(sold),
  }
}

function byType(lots: Lot[]): Record<string, number> {
  const counts = new Map<string, number>()
  for (const { typeLogement } of lots) counts.set(typeLogement, (counts.get(typeLogement) ?? 0) + 1)
  return Object.fromEntries([...counts].toSorted(([a], [b]) => compareNames(a, b)))
}

const collator = new Intl.Collator('fr', { numeric: true, sensitivity: 'base' })

/** Compares names without accents and case, with numbers by value: « Lot 2 » before « Lot 10 ». */
export function compareNames(a: string, b: string): number {
  return collator.compare(a, b)
}
