import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { migrate } from '#server/database/migrate.ts'
import { buildAppartement } from '#test/harness/builders.ts'
import { bareDatabase } from '#test/harness/database.ts'
import { failedInvariants } from '#test/harness/invariants.ts'
import { migrateUpTo } from '#test/harness/older.ts'

const lineOf = (client: number | null, option: number, nom: string) =>
  JSON.stringify({
    id: option,
    client_id: client,
    nom,
    tel: '0661 98 76 54',
    client: client && { id: client, nomComplet: nom },
  })

// spec: RE-30
it('what older versions said of clients who were erased is taken out, and not one other line changes', async () => {
  const older = await bareDatabase()
  const { db } = older
  const journal = async () =>
    (
      await sql<{ objet: string; objet_id: number; avant: object | null; apres: object | null }>`
        select id, quand, membre_nom, action, objet, objet_id, avant, apres from journal order by id`.execute(
        db,
      )
    ).rows
  const add = (objet: string, id: number, action: string, apres: string, avant: string | null = null) =>
    sql`insert into journal (membre_nom, action, objet, objet_id, avant, apres)
      values ('Karim', ${action}, ${objet}, ${id}, ${avant}::jsonb, ${apres}::jsonb)`.execute(db)
  try {
    await migrateUpTo(older.connection, '0014')
    const bien = await buildAppartement(db)
    await sql`insert into clients (nom_complet, tel, email) values ('Amina Cherif', '0550 11 22 33 / 0661 00 00 01', 'a@exemple.dz')`.execute(
      db,
    )
    // 91 was erased; 1 is there; option 1 was a prospect's before it was hers, 2 is Amina's, 3 went from 91 to Amina.
    await sql`insert into options (bien_id, client_id, nom, motif_fin, expire_le, prise_par, fin, fin_le)
      values (${bien}, null, 'Client effacé', 'Zerrouki renonce', '2026-01-01', 'Karim', 'liberee', now()),
        (${bien}, 1, 'Amina Cherif', 'Renonce', '2026-01-01', 'Karim', 'liberee', now()),
        (${bien}, 1, 'Amina Cherif', null, '2026-01-01', 'Karim', 'liberee', now())`.execute(db)
    await add('option', 1, 'poser', lineOf(null, 1, 'Zerrouki'))
    await add('option', 1, 'prolonger', lineOf(91, 1, 'Zerrouki'), lineOf(null, 1, 'Zerrouki'))
    await add('option', 2, 'poser', lineOf(1, 2, 'Amina Cherif'))
    await add('option', 3, 'prolonger', lineOf(1, 3, 'Amina Cherif'), lineOf(91, 3, 'Zerrouki'))
    const held = JSON.stringify({
      id: bien,
      montant: 100,
      option: { id: 1, client_id: 91, nom: 'Zerrouki' },
      client: null,
    })
    const hers = JSON.stringify({ id: bien, montant: 100, option: { id: 2, client_id: 1, nom: 'Amina' } })
    await add('appartement', bien, 'modifier', held, held)
    await add('appartement', bien, 'modifier', hers, hers)
    await add('client', 91, 'effacer', '{"details": "Données effacées."}')
    const before = await journal()
    await migrate(older.connection)
    const after = await journal()
    const nothing = { avant: null, apres: null }
    const left = { id: bien, client: null, montant: 100 }
    expect(after).toEqual(
      before.map((line, n) => {
        if (n < 2) return { ...line, ...nothing }
        return n === 4 ? { ...line, avant: left, apres: left } : line
      }),
    )
    expect(
      (
        await sql`select id, nom, motif_fin, efface_le is not null as efface from options order by id`.execute(
          db,
        )
      ).rows,
    ).toEqual([
      { id: 1, nom: 'Client effacé', motif_fin: null, efface: true },
      { id: 2, nom: 'Amina Cherif', motif_fin: 'Renonce', efface: false },
      { id: 3, nom: 'Amina Cherif', motif_fin: null, efface: false },
    ])
    expect((await sql`select tel_cles from clients`.execute(db)).rows).toEqual([
      { tel_cles: ['550112233', '661000001'] },
    ])
    // Nobody may empty what is said of somebody who is there.
    for (const objet of ['option', 'appartement'])
      await expect(
        sql`update journal set avant = null, apres = null where objet = ${objet} and apres is not null`.execute(
          db,
        ),
      ).rejects.toThrow('the journal is append-only')
    expect(await failedInvariants(db)).toEqual([])
  } finally {
    await older.close()
  }
})
