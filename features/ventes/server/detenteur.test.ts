import { sql } from 'kysely'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { etablir, lire, nu } from '#features/papiers/server/documents.essais.ts'
import { migrate } from '#server/database/migrate.ts'
import { stopPdf } from '#server/documents/pdf.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildClient, idOf, pay, sell } from '#test/harness/builders.ts'
import { bareDatabase } from '#test/harness/database.ts'
import { migrateUpTo } from '#test/harness/older.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(async () => {
  await stopPdf()
  await t.close()
})

const nomme = (nom_complet: string) => buildClient(t.db, { nom_complet, nom_ar: null })
const ceder = async (vente: number, client_id: number) => {
  const answer = await karim.post(`/api/ventes/${vente}/transfert-client`, { client_id, motif: 'Cession' })
  expect([answer.statusCode, answer.body]).toEqual([201, answer.body])
}
const verifier = async (code: string) => (await karim.get(`/api/verifier?code=${code}`)).json
const codeOf = async (id: number) => ((await karim.get(`/api/paiements/${id}`)).json as { code: string }).code

// spec: RF-84
describe('who held a dossier', () => {
  it.each([
    ['back', '-1 day'],
    ['ahead', '1 day'],
  ])('is who held it then, whatever the clock says: it was put %s before the cession', async (_, by) => {
    const samira = (await nomme('Samira Haddad')).id
    const nadir = (await nomme('Nadir Kaci')).id
    const lot = await buildAppartement(t.db, { num_lot: 'A-12' })
    const vente = await sell(t.db, lot, samira)
    const paid = await pay(t.db, vente, 25_000_000)
    const paper = await etablir(karim, vente, { type: 'attestation_paiement' })
    await ceder(vente, nadir)
    const cible = await buildAppartement(t.db, { num_lot: 'B-03' })
    await karim.post(`/api/ventes/${vente}/transfert-bien`, { bien_id: cible, motif: 'Étage' })
    await sql`update transferts set quand = quand + ${by}::interval where vente_id = ${vente}`.execute(t.db)
    const own = idOf(
      await karim.post('/api/paiements', {
        client_id: nadir,
        appartement_id: cible,
        date_paiement: '2026-03-01',
        versement: 100,
      }),
    )
    const later = await etablir(karim, vente, { type: 'attestation_paiement' })

    expect((await karim.get(`/api/paiements/${paid}`)).json).toMatchObject({
      detenteur: { id: samira, nomComplet: 'Samira Haddad' },
    })
    expect((await karim.get(`/api/paiements/${own}`)).json).toMatchObject({ detenteur: null })
    expect(await verifier(await codeOf(paid))).toMatchObject({ client: 'S. H.' })
    expect(await verifier(await codeOf(own))).toMatchObject({ client: 'N. K.' })
    expect(await verifier(paper.code)).toMatchObject({ client: 'S. H.', bien: 'Appartement A-12' })
    expect(await verifier(later.code)).toMatchObject({ client: 'N. K.', bien: 'Appartement B-03' })
    const [receipt, ownReceipt] = await Promise.all(
      [paid, own].map(async (id) => nu((await lire(karim, `/api/paiement/print-single/${id}`)).text)),
    )
    expect(receipt).toContain('Samira Haddad')
    expect(receipt).toContain('Dossier cédé le')
    expect(receipt).toContain('à Nadir Kaci')
    expect(ownReceipt).not.toContain('Dossier cédé')
    expect(ownReceipt).not.toContain('Dossier transféré')
    const attestation = nu((await lire(karim, `/api/documents/${later.id}/pdf`)).text)
    expect(attestation).toContain('Dont 250 000,00 DA versés par Samira Haddad, titulaire')
    const given = nu((await lire(karim, `/api/clients/${samira}/donnees-personnelles`)).text)
    expect(given).toContain(paper.numero)
    expect(given).not.toContain(later.numero)
    const found = async (search: string) =>
      ((await karim.get(`/api/paiements?recherche=${search}`)).json as { data: { id: number }[] }).data
        .map(({ id }) => id)
        .filter((id) => id === paid || id === own)
    expect(await found('Samira')).toEqual([paid])

    // A deleted payment keeps the name too, in the register and on its code.
    const code = await codeOf(paid)
    expect((await karim.delete(`/api/paiements/${paid}`)).statusCode).toBe(200)
    expect(await verifier(code)).toMatchObject({ client: 'S. H.', etat: 'annulé' })
    const { data } = (await karim.get('/api/recus?annee=2026&per_page=200')).json as {
      data: { etat: string; client: string | null; versement: number | null }[]
    }
    expect(data).toContainEqual(
      expect.objectContaining({ etat: 'annule', client: 'Samira Haddad', versement: 250_000 }),
    )
    // The holder who has it again is named on no paper as a former one.
    await ceder(vente, samira)
    expect(await verifier(paper.code)).toMatchObject({ client: 'S. H.' })
  })

  it('is the new client once a payment is corrected to his sale', async () => {
    const [samira, nadir] = [(await nomme('Samira Haddad')).id, (await nomme('Nadir Kaci')).id]
    const paid = await pay(t.db, await sell(t.db, await buildAppartement(t.db), samira), 100)
    const lot = await buildAppartement(t.db)
    const vente = await sell(t.db, lot, nadir)
    const moved = await karim.put(`/api/paiements/${paid}`, {
      client_id: nadir,
      appartement_id: lot,
      date_paiement: '2026-01-15',
      versement: 1,
    })
    expect([moved.statusCode, moved.body]).toEqual([200, moved.body])
    expect(await verifier(await codeOf(paid))).toMatchObject({ client: 'N. K.' })
    await ceder(vente, samira)
    expect((await karim.get(`/api/paiements/${paid}`)).json).toMatchObject({ detenteur: { id: nadir } })
  })

  it('of before is told by the instants, once, and `verifier` tells a difference', async () => {
    const older = await bareDatabase()
    const { db } = older
    try {
      await migrateUpTo(older.connection, '0025')
      const [ancien, nouveau] = [(await buildClient(db)).id, (await buildClient(db)).id]
      const vente = await sell(db, await buildAppartement(db), nouveau)
      const before = await pay(db, vente, 100)
      await sql`insert into transferts (vente_id, nature, ancien_client_id, ancien, nouveau, prix_avant, prix_apres, motif, membre_nom)
        values (${vente}, 'client', ${ancien}, 'A', 'B', 1, 1, 'Cession', 'Karim')`.execute(db)
      const after = await pay(db, vente, 100)
      await migrate(older.connection)
      const held = async () =>
        await db
          .selectFrom('paiements')
          .select(['id', 'detenteur_id', 'transferts_avant'])
          .orderBy('id')
          .execute()
      expect(await held()).toEqual([
        { id: before, detenteur_id: ancien, transferts_avant: 0 },
        { id: after, detenteur_id: nouveau, transferts_avant: 1 },
      ])
      const rules = await readFile(new URL('../../../db/invariants.sql', import.meta.url), 'utf8')
      const rule = /^-- A payment and a paper name.*\n([^;]+);/m.exec(rules)?.[1] ?? ''
      const broken = async () => (await sql<{ id: number }>`${sql.raw(rule)}`.execute(db)).rows
      expect(await broken()).toEqual([])
      await sql`update paiements set detenteur_id = ${nouveau} where id = ${before}`.execute(db)
      expect(await broken()).toMatchObject([{ quoi: 'paiement', id: before }])
    } finally {
      await older.close()
    }
  })
})
