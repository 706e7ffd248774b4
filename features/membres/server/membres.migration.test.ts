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

// spec: RF-85
it('of an older installation those wait who made their account and were never let in, by the journal', async () => {
  const older = await bareDatabase()
  const { db } = older
  try {
    await migrateUpTo(older.connection, '0031')
    await sql`insert into membres (name, email, mot_de_passe, actif)
      select nom, nom || '@diyar.dz', '-', nom in ('premier', 'admis') from unnest('{premier,admis,attend,parti,ajouté}'::text[]) nom`.execute(
      db,
    )
    await sql`update membres set active_le = now(), desactive_le = now() where name = 'parti'`.execute(db)
    await sql`insert into journal (membre_id, membre_nom, action, objet, objet_id)
      select id, name, case name when 'ajouté' then 'créer' else 'inscrire' end, 'membre', id from membres`.execute(
      db,
    )
    await migrate(older.connection)
    const waiting = () => db.selectFrom('membres').where('attend', '=', true).select('name').execute()
    expect(await waiting()).toEqual([{ name: 'attend' }])
    expect(await failedInvariants(db)).toEqual([])
    await db.updateTable('membres').set({ actif: true }).where('name', '=', 'attend').execute()
    expect(await waiting()).toEqual([])
  } finally {
    await older.close()
  }
})

// spec: EC-38
it('of an older installation it is told who was shut out, and when, by the journal', async () => {
  const older = await bareDatabase()
  const { db } = older
  try {
    await migrateUpTo(older.connection, '0023')
    await sql`insert into membres (name, email, mot_de_passe, actif)
      select nom, nom || '@diyar.dz', '-', nom in ('reste', 'revenu') from unnest('{reste,revenu,attend,parti}'::text[]) nom`.execute(
      db,
    )
    await sql`insert into journal (quand, membre_id, membre_nom, action, objet, objet_id)
      select d.jour, m.id, m.name, d.action, 'membre', m.id from membres m, (values
        ('revenu', 'désactiver', timestamptz '2026-03-01 10:00+01'), ('revenu', 'activer', '2026-03-02 10:00+01'),
        ('attend', 'inscrire', '2026-03-03 10:00+01'), ('parti', 'désactiver', '2026-04-01 10:00+01'),
        ('parti', 'activer', '2026-04-02 10:00+01'), ('parti', 'désactiver', '2026-11-12 10:00+01')) d (nom, action, jour)
      where m.name = d.nom`.execute(db)
    await migrate(older.connection)
    const { rows } =
      await sql`select name, active_le is null as jamais, desactive_le::date::text as parti_le from membres order by id`.execute(
        db,
      )
    expect(rows).toEqual([
      { name: 'reste', jamais: false, parti_le: null },
      { name: 'revenu', jamais: false, parti_le: null },
      { name: 'attend', jamais: true, parti_le: null },
      { name: 'parti', jamais: false, parti_le: '2026-11-12' },
    ])
    expect(await failedInvariants(db)).toEqual([])
  } finally {
    await older.close()
  }
})
