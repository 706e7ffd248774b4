import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { migrate } from '#server/database/migrate.ts'
import { buildAppartement, buildBloc, buildClient, buildEtage, pay, sell } from '#test/harness/builders.ts'
import { bareDatabase } from '#test/harness/database.ts'
import { failedInvariants } from '#test/harness/invariants.ts'
import { migrateUpTo } from '#test/harness/older.ts'

/** The lines of a modèle with a stade, as they were written before: [declencheur, montant]. */
const LIGNES = [
  ['contrat', 200],
  ['stade', 150],
  ['stade', 350],
  ['livraison', 300],
] as const

// spec: RE-01, RE-20, EC-02, CO-02
it('lines on a stade that was reached before their contract move to its day, and without one lose theirs; nothing else does', async () => {
  const older = await bareDatabase()
  const { db } = older
  const lues = async () =>
    (
      await sql<{ vente_id: number; rang: number; exigible_le: string | null }>`
        select vente_id, rang, exigible_le from echeances order by vente_id, rang`.execute(db)
    ).rows
  const whole = async () =>
    (
      await sql`select to_jsonb(e) - array['exigible_le', 'libelle_ar', 'prevue_le', 'attend_contrat'] as ligne
        from echeances e order by id`.execute(db)
    ).rows
  try {
    await migrateUpTo(older.connection, '0014')
    const bloc = (await buildBloc(db)).id
    const etage_id = (await buildEtage(db, { bloc_id: bloc })).id
    const { id: client } = await buildClient(db)
    const [first, second] = (await db.selectFrom('stades').select('id').orderBy('rang').execute()).map(
      ({ id }) => id,
    )
    await db
      .insertInto('stades_atteints')
      .values({ bloc_id: bloc, stade_id: first ?? 0, atteint_le: '2026-09-09', note_par: 'Karim' })
      .execute()
    const jours = [
      ['2026-10-31', '2026-11-23'],
      ['2026-10-31', null],
      ['2026-08-20', '2026-09-01'],
    ] as const
    const ventes: number[] = []
    for (const [reservation_le, contrat_le] of jours) {
      const vente = await sell(db, await buildAppartement(db, { etage_id, prix: 1_000 }), client)
      await db.updateTable('ventes').set({ reservation_le, contrat_le }).where('id', '=', vente).execute()
      await db
        .insertInto('echeances')
        .values(
          LIGNES.map(([declencheur, montant], index) => ({
            vente_id: vente,
            rang: index + 1,
            libelle: declencheur,
            montant,
            declencheur,
            stade_id: declencheur === 'stade' ? (index === 1 ? first : second) : null,
          })),
        )
        .execute()
      await sql`select rafraichir_echeances(array[${vente}::bigint])`.execute(db)
      await pay(db, vente, 250)
      ventes.push(vente)
    }
    const bare = await sell(db, await buildAppartement(db, { etage_id }), client)
    const reached = async () =>
      (await lues()).filter(({ rang }) => rang === 2).map(({ exigible_le }) => exigible_le)
    expect(await reached()).toEqual(['2026-09-09', '2026-09-09', '2026-09-09'])
    const [before, others] = [await whole(), (await lues()).filter(({ rang }) => rang !== 2)]
    // The sums that are kept only since 0021 are held to the rows by the invariants.
    const readTotals = async () =>
      (
        await sql`select quoi, sum(nombre) n, sum(prix) p from cumuls where quoi not in ('ventes avec reste', 'rejets') group by 1 order by 1`.execute(
          db,
        )
      ).rows
    const totals = await readTotals()
    await migrate(older.connection)
    expect(await reached()).toEqual(['2026-11-23', null, '2026-09-09'])
    expect(
      (await sql`select vente_id, rang from echeances where attend_contrat order by 1, 2`.execute(db)).rows,
    ).toEqual([1, 2].map((rang) => ({ vente_id: ventes[1], rang })))
    expect(await whole()).toEqual(before)
    expect((await lues()).filter(({ rang }) => rang !== 2)).toEqual(others)
    // A stade that is not reached gives no day, whether there is a contract or not.
    expect(others.filter(({ rang }) => rang === 3).map(({ exigible_le }) => exigible_le)).toEqual([
      null,
      null,
      null,
    ])
    expect(
      (await sql<{ id: number }>`select id from ventes where planifiee order by id`.execute(db)).rows.map(
        ({ id }) => id,
      ),
    ).toEqual(ventes)
    expect(ventes).not.toContain(bare)
    expect(await readTotals()).toEqual(totals)
    expect(await failedInvariants(db)).toEqual([])
    // The triggers of ventes work again.
    await sql`update ventes set contrat_le = '2026-11-20' where id = ${ventes[0]}`.execute(db)
    expect((await reached())[0]).toBe('2026-11-20')
  } finally {
    await older.close()
  }
})
