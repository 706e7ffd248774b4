import { describe, expect, it } from 'vitest'
import type { historiqueDesPrix } from '#features/prix/prix.contract.ts'
import { prixDUneResidence } from '#test/harness/prix.ts'
import type { Wire } from '#shared/endpoint.ts'
import { buildClient, buildLocal, buildPlace, idOf, sell } from '#test/harness/builders.ts'

const { ici, revise, lot, changesOf } = prixDUneResidence()
const historyOf = async (id: number) =>
  (await ici.karim.get(`/api/biens/${id}/prix`)).json as Wire<typeof historiqueDesPrix>
const formOf = (numLot: string, montant: number) => ({
  numLot,
  typeLogement: 'F3',
  surfaceHabitable: 80.5,
  surfaceUtile: 12.2,
  etage_id: ici.etage_id,
  montant,
})
const edit = (id: number, montant: number) =>
  ici.karim.put(`/api/appartements/${id}`, formOf('A101', montant))

describe('the history of a price', () => {
  // spec: PO-16, PO-20
  it('shows each change once, the newest first, with what it came to and why', async () => {
    const id = await lot('A101')
    const { data } = (await revise({ motif: 'Révision de mars 2026' })).json as { data: { id: number } }
    expect((await edit(id, 10_250_000)).statusCode).toBe(200)
    // Saved again at the same price: no change.
    await edit(id, 10_250_000)
    const history = await historyOf(id)
    expect(history).toEqual({
      bien: { id, type: 'appartement', numero: 'A101' },
      prix: 10_250_000,
      prixM2: 110_571.74,
      data: [
        {
          le: expect.any(String),
          ancien: 10_300_000,
          nouveau: 10_250_000,
          ecart: -50_000,
          pourcentage: -0.49,
          revision: null,
          vente: null,
        },
        {
          le: expect.any(String),
          ancien: 10_000_000,
          nouveau: 10_300_000,
          ecart: 300_000,
          pourcentage: 3,
          revision: { id: data.id, motif: 'Révision de mars 2026', libelle: '+3\u00A0%' },
          vente: null,
        },
      ],
      depart: 10_000_000,
    })
    const [le = '', before = ''] = history.data.map((change) => change.le)
    expect([le, before].map((instant) => new Date(instant).toISOString())).toEqual([le, before])
    expect(le > before).toBe(true)
  })

  it('also follows the price of a sold lot', async () => {
    const id = await lot('A101')
    await sell(ici.t.db, id, (await buildClient(ici.t.db)).id)
    await edit(id, 12_000_000)
    expect((await historyOf(id)).data).toMatchObject([{ ecart: 2_000_000, pourcentage: 20, revision: null }])
  })

  it('of a lot that always cost the same is empty; without surface there is no price for each m²', async () => {
    const place = await buildPlace(ici.t.db, { numero_place: 12, prix: 120_000_050 })
    expect(await historyOf(place)).toEqual({
      bien: { id: place, type: 'place_parking', numero: '12' },
      prix: 1_200_000.5,
      prixM2: null,
      data: [],
      depart: 1_200_000.5,
    })
    const local = await buildLocal(ici.t.db, { num: 'L-03', surface: 0, prix: 0 })
    expect(await historyOf(local)).toMatchObject({ prixM2: null, depart: 0 })
  })

  // spec: PO-20
  it('goes with the lot', async () => {
    const id = await lot('A101')
    await revise()
    expect(await changesOf(id)).toHaveLength(1)
    expect((await ici.karim.delete(`/api/appartements/${id}`)).statusCode).toBe(200)
    expect(await changesOf(id)).toEqual([])
    expect((await ici.karim.get(`/api/biens/${id}/prix`)).statusCode).toBe(404)
  })

  it('is not found for a bien that is not there', async () => {
    for (const id of ['999999', 'abc', '0'])
      expect((await ici.karim.get(`/api/biens/${id}/prix`)).statusCode).toBe(404)
    expect((await ici.t.visitor().get(`/api/biens/${await lot('A1')}/prix`)).statusCode).toBe(401)
  })

  // spec: PO-20
  it('takes what changes without a form for what it is, and no revision for another’s', async () => {
    const id = await lot('A101')
    await revise()
    const another = await lot('A102')
    await ici.t.db.updateTable('biens').set({ prix: 1 }).where('id', '=', another).execute()
    expect((await historyOf(another)).data).toMatchObject([
      { nouveau: 0.01, pourcentage: -100, revision: null },
    ])
    expect((await historyOf(id)).data).toHaveLength(1)
    const created = idOf(await ici.karim.post('/api/appartements', formOf('A103', 9_000_000)))
    expect((await historyOf(created)).data).toEqual([])
  })
})
