import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildBloc, buildEtage, buildResidence } from '#test/harness/builders.ts'
import { everyRow } from '#test/harness/tables.ts'

let t: TestApp
let karim: Visitor
let residence_id: number
let bloc_id: number
let etage_id: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  residence_id = (await buildResidence(t.db)).id
  bloc_id = (await buildBloc(t.db, { residence_id })).id
  etage_id = (await buildEtage(t.db, { bloc_id })).id
})
afterAll(() => t.close())

const fields = (given: { numLot: string; etage_id?: number }) => ({
  residence_id,
  bloc_id,
  etage_id,
  typeLogement: 'F3',
  surfaceHabitable: 80.5,
  surfaceUtile: 12.25,
  montant: 1_250_000,
  ...given,
})
const text = 'Ce numéro de lot existe déjà à cet étage.'

describe('appartements', () => {
  it('have a number of their own on their étage, case aside, and may share it with another étage', async () => {
    await buildAppartement(t.db, { etage_id, num_lot: 'Bis' })
    const other = await buildAppartement(t.db, { etage_id })
    const before = await everyRow(t.db)
    for (const refused of [
      await karim.post('/api/appartements', fields({ numLot: 'BIS' })),
      await karim.put(`/api/appartements/${other}`, fields({ numLot: 'bis' })),
    ])
      expect([refused.statusCode, refused.json]).toEqual([422, { message: text, errors: { numLot: [text] } }])
    expect(await everyRow(t.db)).toEqual(before)
    const elsewhere = await buildEtage(t.db, { bloc_id })
    expect(
      (await karim.post('/api/appartements', fields({ numLot: 'BIS', etage_id: elsewhere.id }))).statusCode,
    ).toBe(201)
  })

  // spec: RF-91
  it('have no number that looks like another of their étage', async () => {
    const etage = await buildEtage(t.db, { bloc_id })
    const add = (numLot: string) => karim.post('/api/appartements', fields({ numLot, etage_id: etage.id }))
    expect((await add(' A\u20031\uFE0E ')).json).toMatchObject({ numLot: 'A 1' })
    const other = await buildAppartement(t.db, { etage_id: etage.id })
    expect((await add('B1')).statusCode).toBe(201)
    const before = await everyRow(t.db)
    for (const numLot of ['A 1', 'A\u00A01', 'a  1', 'A\u202F1', 'B1\uFE0E', 'B\u200D1', 'b1\u{E0100}']) {
      for (const refused of [
        await add(numLot),
        await karim.put(`/api/appartements/${other}`, fields({ numLot, etage_id: etage.id })),
      ])
        expect([numLot, refused.statusCode, refused.json]).toEqual([
          numLot,
          422,
          { message: text, errors: { numLot: [text] } },
        ])
    }
    expect(await everyRow(t.db)).toEqual(before)
    for (const q of ['lot A 1', 'lot A\u00A01', 'lot a  1\uFE0E']) {
      const { json } = await karim.get(`/api/recherche?q=${encodeURIComponent(q)}`)
      expect([q, (json as { data: { titre: string }[] }).data.map(({ titre }) => titre)]).toEqual([
        q,
        [expect.stringContaining('A 1')],
      ])
    }
  })
})
