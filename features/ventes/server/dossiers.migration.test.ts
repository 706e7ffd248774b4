import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { migrate } from '#server/database/migrate.ts'
import { bareDatabase } from '#test/harness/database.ts'
import { failedInvariants } from '#test/harness/invariants.ts'
import { buildAppartement, buildClient, buildLocal, buildPlace, pay, sell } from '#test/harness/builders.ts'
import { migrateUpTo, sellAsBefore } from '#test/harness/older.ts'

// spec: VE-08
it('every sale there is gets the number and the day of the year in Algiers in which it was opened, and keeps what it was', async () => {
  const older = await bareDatabase()
  const { db } = older
  const kept = async () => [
    (
      await sql`select id, bien_id, client_id, prix, total_paye, ouverte_le, terminee_le from ventes order by id`.execute(
        db,
      )
    ).rows,
    // The code, the holder, the receipt given before Diyar, the account and what the bank has seen came later.
    (
      await sql`select to_jsonb(p) - 'code' - 'imprime_le' - 'detenteur_id' - 'transferts_avant' - 'recu_origine'
        - 'compte_id' - 'groupe_id' - 'timbre' - 'vu_le' - 'rejet_vu_le' as paiement from paiements p order by id`.execute(
        db,
      )
    ).rows,
    (await sql`select id, type, prix, version, residence_id from biens order by id`.execute(db)).rows,
    (
      await sql`select quoi, mois, sum(nombre) n, sum(prix) prix, sum(paye) paye from cumuls where quoi not in ('ventes avec reste', 'encaissements') group by 1, 2 order by 1, 2`.execute(
        db,
      )
    ).rows,
  ]
  try {
    await migrateUpTo(older.connection, '0011')
    const { id: client } = await buildClient(db)
    // The last minutes of a year in Algiers are still that year, an hour before they are anywhere to the west.
    const opened = [
      ['2025-12-31T22:59:00Z', buildAppartement, '2025-D-2', '2025-12-31'],
      ['2025-12-31T23:00:00Z', buildLocal, '2026-D-1', '2026-01-01'],
      ['2025-03-01T09:00:00Z', buildPlace, '2025-D-1', '2025-03-01'],
      ['2026-05-04T09:00:00Z', buildAppartement, '2026-D-2', '2026-05-04'],
      ['2026-05-04T09:00:00Z', buildAppartement, '2026-D-3', '2026-05-04'],
    ] as const
    const ventes: number[] = []
    for (const [day, build] of opened)
      ventes.push(await sellAsBefore(db, await build(db, { prix: 10_000_000 }), client, day))
    for (const [index, vente] of ventes.entries()) await pay(db, vente, 1_000 + index)
    await sql`update ventes set terminee_le = '2026-06-01' where id = ${ventes[3]}`.execute(db)
    const before = await kept()
    await migrate(older.connection)
    expect(await kept()).toEqual(before)
    const { rows } = await sql<{ dossier: string; jour: string }>`
      select dossier_annee || '-D-' || dossier_numero as dossier, reservation_le as jour from ventes order by id`.execute(
      db,
    )
    expect(rows).toEqual(opened.map(([, , dossier, jour]) => ({ dossier, jour })))
    expect(
      (await sql`select annee, dernier from numeros where serie = 'dossier' order by 1`.execute(db)).rows,
    ).toEqual([
      { annee: 2025, dernier: 2 },
      { annee: 2026, dernier: 3 },
    ])
    expect((await sql`select count(*) as n from echeances`.execute(db)).rows).toEqual([{ n: 0 }])
    expect(await failedInvariants(db)).toEqual([])
  } finally {
    await older.close()
  }
})

// spec: CO-23
it('of sales of before, who assigned them sold them; of an import nobody did, and a member who is gone left his name', async () => {
  const older = await bareDatabase()
  const { db } = older
  try {
    await migrateUpTo(older.connection, '0035')
    const { id: client } = await buildClient(db)
    const ventes: number[] = []
    for (let n = 0; n < 5; n++) ventes.push(await sell(db, await buildAppartement(db), client))
    const { rows: membres } = await sql<{ id: number }>`
      insert into membres (name, email, mot_de_passe, actif) values ('Nadia Ferhat', 'n@diyar.dz', 'x', true), ('Omar Saïdi', 'o@diyar.dz', 'x', true) returning id`.execute(
      db,
    )
    const [nadia, omar] = membres.map(({ id }) => id)
    const lines = [
      [0, nadia, 'Nadia Ferhat', 'assigner', { prix: 1 }],
      // A later line of another act, and one of another object with the same number.
      [0, omar, 'Omar Saïdi', 'modifier', { note: 'x' }],
      [1, 999_999, 'Yacine Belkacem', 'assigner', { prix: 1 }],
      [2, nadia, 'Nadia Ferhat', 'assigner', { prix: 1, terminee_le: null }],
      [3, nadia, 'Nadia Ferhat', 'assigner', { prix: 1, terminee_le: '2025-01-01' }],
    ] as const
    for (const [vente, membre, nom, action, apres] of lines)
      await sql`insert into journal (membre_id, membre_nom, action, objet, objet_id, apres)
        values (${membre}, ${nom}, ${action}, 'vente', ${ventes[vente]}, ${JSON.stringify(apres)}::jsonb)`.execute(
        db,
      )
    const kept = async () =>
      (await sql`select to_jsonb(v) - 'vendeur_id' - 'vendeur' as v from ventes v order by id`.execute(db))
        .rows
    const before = await kept()
    await migrate(older.connection)
    expect(await kept()).toEqual(before)
    const { rows } = await sql`select vendeur_id, vendeur from ventes order by id`.execute(db)
    const none = { vendeur_id: null, vendeur: null }
    expect(rows).toEqual([
      { vendeur_id: nadia, vendeur: 'Nadia Ferhat' },
      { vendeur_id: null, vendeur: 'Yacine Belkacem' },
      none,
      none,
      none,
    ])
    expect(await failedInvariants(db)).toEqual([])
  } finally {
    await older.close()
  }
})
