import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { ApercuDeRevision } from '#features/prix/prix.contract.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildBloc, buildEtage, buildResidence } from '#test/harness/builders.ts'

/** The member who revises prices in a test, and the residence, bloc and étage that each test has for itself. */
interface Ici {
  t: TestApp
  karim: Visitor
  residence_id: number
  bloc_id: number
  etage_id: number
}

/** Lays them before the tests of a file, with what these ask and look up; the prices are raised by 3 % unless told. */
export function prixDUneResidence() {
  const ici = {} as Ici
  beforeAll(async () => {
    ici.t = await startApp()
    ici.karim = await ici.t.member()
  })
  beforeEach(async () => {
    const { db } = ici.t
    ici.residence_id = (await buildResidence(db)).id
    ici.bloc_id = (await buildBloc(db, { residence_id: ici.residence_id, nomloc: 'Bloc A' })).id
    ici.etage_id = (await buildEtage(db, { bloc_id: ici.bloc_id, designation: '1er étage', niveau: 1 })).id
  })
  afterAll(() => ici.t.close())

  const post = (rest: object, headers?: Record<string, string>) =>
    ici.karim.post(
      '/api/revisions-de-prix',
      { residence_id: ici.residence_id, sorte: 'pourcent', valeur: 3, ...rest },
      headers,
    )
  const preview = async (rest: object = {}) => {
    const { statusCode, json } = await post({ ...rest, essai: true })
    expect([statusCode, json]).toEqual([200, { data: expect.any(Object) }])
    return (json as { data: ApercuDeRevision }).data
  }
  return {
    ici,
    post,
    preview,
    revise: async (rest: object = {}) => post({ ...rest, empreinte: (await preview(rest)).empreinte }),
    lot: (num_lot: string, prix = 1_000_000_000, rest: object = {}) =>
      buildAppartement(ici.t.db, { num_lot, prix, etage_id: ici.etage_id, ...rest }),
    bienOf: (id: number) =>
      ici.t.db.selectFrom('biens').select(['prix', 'version']).where('id', '=', id).executeTakeFirstOrThrow(),
    changesOf: (id: number) =>
      ici.t.db
        .selectFrom('changements_prix')
        .select(['ancien', 'nouveau', 'revision_id'])
        .where('bien_id', '=', id)
        .orderBy('id')
        .execute(),
    /** Locaux 1, 2, 3… at less than 50 DA, the last of them at 100. */
    manyLocaux: (nombre: number) =>
      sql`
        with nouveaux as (
          insert into biens (type, prix) select 'local', case when n = ${nombre}::int then 10000 else 100 + n % 4000 end
          from generate_series(1, ${nombre}::int) n returning id)
        insert into locaux (id, bloc_id, num, surface)
          select id, ${ici.bloc_id}, (row_number() over (order by id))::text, 100 from nouveaux`.execute(
        ici.t.db,
      ),
  }
}
