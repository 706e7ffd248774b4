import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bienDecrit, describeBiens, readPrix } from '#features/etats/server/biens.read.ts'
import type { Database } from '#server/database/pool.ts'
import {
  buildAppartement,
  buildBloc,
  buildEtage,
  buildLocal,
  buildParking,
  buildPlace,
  buildResidence,
} from '#test/harness/builders.ts'
import { freshDatabase } from '#test/harness/database.ts'
import { fillBench } from '../../../bench/dataset.ts'

let database: Database
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())

let residences = 0
/** One bien of each kind in one residence, and what is said of it. */
async function oneOfEach() {
  const { db } = database
  const residence = await buildResidence(db, { nom: `El Yasmine ${++residences}` })
  const bloc_id = (await buildBloc(db, { nomloc: 'Bloc C', residence_id: residence.id })).id
  const etage_id = (await buildEtage(db, { designation: '2e étage', bloc_id })).id
  const parking = await buildParking(db, { parking_nom: 'Nord', residence_id: residence.id })
  const lot = { num_lot: 'A-12', type_logement: 'F3', surface_habitable: 8050, surface_utile: 1220 }
  const commun = {
    residence_id: residence.id,
    residence: residence.nom,
    etage: null,
    parking_id: null,
    surface_habitable: null,
    surface_utile: null,
  }
  return [
    {
      ...commun,
      id: await buildAppartement(db, { ...lot, etage_id, prix: 1_500_000_001 }),
      type: 'appartement',
      prix: 1_500_000_001,
      numero: 'A-12',
      sorte: 'F3',
      surface: 9270,
      surface_habitable: 8050,
      surface_utile: 1220,
      etage: '2e étage',
      code: 'Bloc C',
      bloc_id,
    },
    {
      ...commun,
      id: await buildLocal(db, { num: 'L 3', surface: 4200, bloc_id, prix: 7 }),
      type: 'local',
      prix: 7,
      numero: 'L 3',
      sorte: null,
      surface: 4200,
      code: 'Bloc C',
      bloc_id,
    },
    {
      ...commun,
      id: await buildPlace(db, { numero_place: 41, type_place: 'Box', parking_id: parking.id, prix: 0 }),
      type: 'place_parking',
      prix: 0,
      numero: '41',
      sorte: 'Box',
      surface: null,
      code: 'Nord',
      bloc_id: null,
      parking_id: parking.id,
    },
  ]
}

describe('a bien is described', () => {
  it('by its id, whatever its kind', async () => {
    const decrits = await oneOfEach()
    const ids = decrits.map(({ id }) => id)
    const found = await describeBiens(database.db, [...ids, 0])
    expect([...found.keys()].toSorted((a, b) => a - b)).toEqual(ids)
    expect(ids.map((id) => found.get(id))).toEqual(decrits)
    expect(await describeBiens(database.db, [])).toEqual(new Map())
  })

  it('beside the row of a query that names it, whatever that query calls its tables', async () => {
    const [decrit, ...others] = await oneOfEach()
    const rows = await database.db
      .selectFrom('biens as decrit')
      .where('decrit.id', 'in', [decrit?.id ?? 0, ...others.map(({ id }) => id)])
      .select(bienDecrit('decrit.id').as('bien'))
      .orderBy('decrit.id')
      .execute()
    expect(rows.map(({ bien }) => bien)).toEqual([decrit, ...others])
  })
})

it('the price of a bien is that of its kind only', async () => {
  const [lot] = await oneOfEach()
  expect(await readPrix(database.db, 'appartement', lot?.id ?? 0)).toBe(1_500_000_001)
  await expect(readPrix(database.db, 'local', lot?.id ?? 0)).rejects.toThrow(
    "Cet élément n'existe pas ou a été supprimé.",
  )
})

describe('among thousands', () => {
  let many: Database
  beforeAll(async () => {
    many = await freshDatabase()
    await fillBench(many.connection, 4_000)
  })
  afterAll(() => many.close())

  /** The tables that a plan reads from one end to the other. */
  async function readWhole(query: RawBuilder<unknown>): Promise<string[]> {
    const { rows } = await sql<{ 'QUERY PLAN': unknown }>`explain (format json) ${query}`.execute(many.db)
    const plan = JSON.stringify(rows)
    return [...plan.matchAll(/"Node Type":"Seq Scan".*?"Relation Name":"(\w+)"/g)].map(
      ([, table = '']) => table,
    )
  }
  const large = (tables: string[]) =>
    tables.filter((table) => ['biens', 'appartements', 'ventes', 'paiements'].includes(table))

  it('is looked up by key: no table that grows is read whole', async () => {
    const payments = sql`
      select p.id, ${bienDecrit('v.bien_id')} from paiements p join ventes v on v.id = p.vente_id join clients c on c.id = v.client_id
      where p.vente_id in (select w.id from ventes w where w.bien_id = 77)`
    expect(large(await readWhole(payments))).toEqual([])
    expect(
      large(await readWhole(sql`select * from biens_decrits where id = any(array[1, 77, 3999])`)),
    ).toEqual([])
  })

  it('the plan tells it (negative control)', async () => {
    expect(large(await readWhole(sql`select sum(surface) from biens_decrits`))).toContain('appartements')
  })
})
