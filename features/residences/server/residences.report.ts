import { sql } from 'kysely'
import { tauxOccupation } from '#features/residences/occupation.rules.ts'
import type { PaymentTotals, ResidenceReport } from '#features/residences/residences.contract.ts'
import {
  clientsOf,
  compareNames,
  lotsOf,
  occupationOf,
  statsOf,
} from '#features/residences/server/occupation.service.ts'
import { readResidence } from '#features/residences/server/residences.service.ts'
import type { Db } from '#server/database/db.ts'
import { inSnapshot } from '#server/database/reading.ts'

/** Counts, blocs and clients of a residence (D2 §3). @throws introuvable */
export const readResidenceReport = (db: Db, id: number): Promise<ResidenceReport> =>
  inSnapshot(db, (instant) => readReport(instant, id))

async function readReport(db: Db, id: number): Promise<ResidenceReport> {
  const { nom, adresse, etages_count } = await readResidence(db, id)
  const rows = await db
    .selectFrom('blocs as b')
    .where('b.residence_id', '=', id)
    .select(['b.id', 'b.nomloc', 'b.description'])
    .select((eb) =>
      eb
        .selectFrom('etages as e')
        .whereRef('e.bloc_id', '=', 'b.id')
        .select(sql<number>`count(*)`.as('n'))
        .as('etages_count'),
    )
    .execute()
  const occupation = await occupationOf(
    db,
    'bloc',
    rows.map((bloc) => bloc.id),
  )
  const lots = await lotsOf(db, 'residence', id)
  return {
    id,
    nom,
    adresse,
    stats: { blocCount: rows.length, etageCount: etages_count, ...statsOf(lots) },
    blocs: rows
      .toSorted((a, b) => compareNames(a.nomloc, b.nomloc) || a.id - b.id)
      .map((bloc) => ({
        ...bloc,
        etages_count: bloc.etages_count ?? 0,
        appartements_count: occupation(bloc.id).total,
        occupied_count: occupation(bloc.id).occupied,
        tauxOccupation: tauxOccupation(occupation(bloc.id)),
      })),
    clients: clientsOf(lots),
  }
}

/** Paid for the current sales of a residence, in centimes: its appartements, the places of its parkings, its locaux (Q101). @throws introuvable */
export async function readPaymentTotals(db: Db, id: number): Promise<PaymentTotals> {
  await readResidence(db, id)
  const { rows } = await sql<PaymentTotals>`
    select
      (select coalesce(sum(v.total_paye), 0)::bigint
         from blocs b join etages e on e.bloc_id = b.id join appartements a on a.etage_id = e.id
         join ventes v on v.bien_id = a.id and v.terminee_le is null where b.residence_id = ${id}) as appartements_total,
      (select coalesce(sum(v.total_paye), 0)::bigint
         from parkings k join places_parking p on p.parking_id = k.id
         join ventes v on v.bien_id = p.id and v.terminee_le is null where k.residence_id = ${id}) as places_parking_total,
      (select coalesce(sum(v.total_paye), 0)::bigint
         from blocs b join locaux l on l.bloc_id = b.id
         join ventes v on v.bien_id = l.id and v.terminee_le is null where b.residence_id = ${id}) as locaux_total
  `.execute(db)
  return rows[0] ?? { appartements_total: 0, places_parking_total: 0, locaux_total: 0 }
}
