import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildClient,
  buildCompteBancaire,
  buildPlace,
  idOf,
  sell,
} from '#test/harness/builders.ts'
import { failedInvariants } from '#test/harness/invariants.ts'

let t: TestApp
let karim: Visitor
let compte_id: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  compte_id = (await buildCompteBancaire(t.db)).id
})
afterAll(() => t.close())

/** All of them in the complete proof. */
const ROUNDS = process.env['PREUVE'] === 'jour' ? 10 : 100
const CHEQUE = { date_paiement: '2026-03-01', mode: 'cheque', banque: 'BNA', reference: '0012345' }

// spec: CO-31
it('groups against payments, désistements and remises of the same biens: all or nothing, never above a price', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const client = (await buildClient(t.db)).id
    const flat = await buildAppartement(t.db, { prix: 1_000 })
    const vente = await sell(t.db, flat, client)
    const place = await sell(t.db, await buildPlace(t.db, { prix: 1_000 }), client)
    const group = (lignes: { vente_id: number; versement: number }[]) =>
      karim.post('/api/paiements/groupes', { client_id: client, ...CHEQUE, lignes })
    const first = await group([
      { vente_id: vente, versement: 2 },
      { vente_id: place, versement: 2 },
    ])
    const [a, b] = (first.json as { paiements: [{ id: number }, { id: number }] }).paiements
    const answers = await Promise.all([
      group([
        { vente_id: vente, versement: 5 },
        { vente_id: place, versement: 5 },
      ]),
      // The same two, named the other way round.
      group([
        { vente_id: place, versement: 5 },
        { vente_id: vente, versement: 5 },
      ]),
      karim.post('/api/paiements', { client_id: client, appartement_id: flat, ...CHEQUE, versement: 5 }),
      karim.post('/api/remises', { compte_id, jour: '2026-03-10', ids: [b.id] }),
      karim.post(`/api/cheques/${a.id}/rejeter`, {
        rejete_le: '2026-03-12',
        motif: 'Provision insuffisante',
      }),
      karim.put(`/api/paiements/${a.id}`, {
        client_id: client,
        appartement_id: flat,
        versement: 2,
        ...CHEQUE,
        banque: 'BDL',
      }),
      karim.post(`/api/ventes/${place}/desistement`, {
        demande_le: '2026-03-05',
        origine: 'client',
        motif: 'Changement',
        retenue: 0,
      }),
    ])
    for (const { statusCode } of answers) expect([200, 201, 409, 422]).toContain(statusCode)
    const groups = answers.slice(0, 2).filter(({ statusCode }) => statusCode === 201)
    const rows = await t.db
      .selectFrom('paiements')
      .where('vente_id', 'in', [vente, place])
      .where('groupe_id', 'is not', null)
      .select(['groupe_id', 'remise_id', 'rejete_le', 'banque'])
      .execute()
    // Each group has both of its payments, alike, or none.
    expect(rows).toHaveLength(2 + 2 * groups.length)
    expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(1 + groups.length)
    const sums = await t.db
      .selectFrom('ventes')
      .where('id', 'in', [vente, place])
      .select(['prix', 'total_paye'])
      .execute()
    for (const { prix, total_paye } of sums) expect(total_paye).toBeLessThanOrEqual(prix)
    expect(idOf({ json: (first.json as { groupe: unknown }).groupe })).toBeGreaterThan(0)
  }
  expect(await failedInvariants(t.db)).toEqual([])
  // The numbers of receipts have no gap: what was refused has taken none.
  const { dernier } = await t.db.selectFrom('recus').select('dernier').executeTakeFirstOrThrow()
  const { n } = await t.db
    .selectFrom('paiements')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  expect(n).toBe(dernier)
})
