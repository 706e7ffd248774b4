import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { migrate } from '#server/database/migrate.ts'
import { bareDatabase } from '#test/harness/database.ts'
import { failedInvariants } from '#test/harness/invariants.ts'
import { buildAppartement, buildClient, buildLocal, buildPlace, pay } from '#test/harness/builders.ts'
import { migrateUpTo, sellAsBefore } from '#test/harness/older.ts'

const PAYMENTS = 1000

// spec: EN-32
it('a database with a thousand payments keeps every one of them, every sum, and gets the residence of each bien', async () => {
  const older = await bareDatabase()
  const { db } = older
  const before = async () => ({
    paiements: (
      await sql`select id, vente_id, date_paiement, versement, details, recu_annee, recu_numero, version, rectifie_le from paiements order by id`.execute(
        db,
      )
    ).rows,
    ventes: (
      await sql`select id, bien_id, client_id, prix, total_paye, ouverte_le, terminee_le from ventes order by id`.execute(
        db,
      )
    ).rows,
    // The sums that are kept only since, and months, which count every payment since (comptes D.5), are held to the rows by the invariants.
    cumuls: (
      await sql`select quoi, mois, sum(nombre) n, sum(prix) prix, sum(paye) paye from cumuls
        where quoi not in ('ventes avec reste', 'encaissements') group by 1, 2 order by 1, 2`.execute(db)
    ).rows,
    recus: (await sql`select * from recus`.execute(db)).rows,
  })
  try {
    await migrateUpTo(older.connection, '0010')
    const { id: client } = await buildClient(db)
    const ventes: number[] = []
    for (const build of [buildAppartement, buildLocal, buildPlace, buildAppartement]) {
      const bien = await build(db, { prix: 10_000_000 })
      ventes.push(await sellAsBefore(db, bien, client))
    }
    for (let n = 0; n < PAYMENTS; n++)
      await pay(db, ventes[n % ventes.length] ?? 0, 1 + n, `2026-0${1 + (n % 9)}-15`)
    await sql`update ventes set terminee_le = now() where id = ${ventes[3]}`.execute(db)
    const kept = await before()
    await migrate(older.connection)
    expect(await before()).toEqual(kept)
    expect(await failedInvariants(db)).toEqual([])
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from paiements where num_nonnulls(mode, banque, reference, date_cheque, payeur_type, payeur, justificatif_id,
        remise_id, encaisse_le, rejete_le, motif_rejet, frais_rejet, represente_id) = 0`.execute(db)
    expect(rows).toEqual([{ n: PAYMENTS }])
    const lost = await db.selectFrom('biens').select('id').where('residence_id', 'is', null).execute()
    expect(lost).toEqual([])
  } finally {
    await older.close()
  }
})
