import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { migrate } from '#server/database/migrate.ts'
import { bareDatabase } from '#test/harness/database.ts'
import { buildAppartement, buildClient } from '#test/harness/builders.ts'
import { failedInvariants } from '#test/harness/invariants.ts'
import { migrateUpTo } from '#test/harness/older.ts'

// spec: AD-03
it('everybody there is may do everything, and stays signed in, once there are rôles', async () => {
  const older = await bareDatabase()
  const { db } = older
  const kept = async () => [
    (await sql`select id, name, email, mot_de_passe, actif, version from membres order by id`.execute(db))
      .rows,
    (await sql`select empreinte, membre_id, cree_le, vue_le from sessions order by empreinte`.execute(db))
      .rows,
    (await sql`select id, nom_complet, tel, version from clients order by id`.execute(db)).rows,
    (
      await sql`select id, quand, membre_id, membre_nom, action, objet, objet_id, avant, apres from journal order by id`.execute(
        db,
      )
    ).rows,
  ]
  try {
    await migrateUpTo(older.connection, '0013')
    await sql`insert into membres (name, email, mot_de_passe, actif)
      select 'Membre ' || n, 'membre' || n || '@diyar.dz', '-', n % 3 <> 0 from generate_series(1, 12) n`.execute(
      db,
    )
    await sql`insert into sessions (empreinte, membre_id) select sha256(id::text::bytea), id from membres where actif`.execute(
      db,
    )
    await sql`insert into journal (membre_id, membre_nom, action, objet, objet_id, avant, apres)
      select id, name, 'inscrire', 'membre', id, null, jsonb_build_object('id', id, 'name', name) from membres`.execute(
      db,
    )
    await buildClient(db)
    await buildAppartement(db)
    const before = await kept()
    await migrate(older.connection)
    expect(await kept()).toEqual(before)
    expect(
      (await sql`select role, count(*)::integer as n from membres group by role`.execute(db)).rows,
    ).toEqual([{ role: 'direction', n: 12 }])
    const opened = await sql<{
      id: number
      appareil: string
      adresse: string
    }>`select id, appareil, adresse from sessions`.execute(db)
    expect(new Set(opened.rows.map(({ id }) => id)).size).toBe(8)
    expect(opened.rows.every(({ appareil, adresse }) => appareil === '' && adresse === '')).toBe(true)
    expect(await failedInvariants(db)).toEqual([])
  } finally {
    await older.close()
  }
})
