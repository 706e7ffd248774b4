import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildClient, buildLocal, pay, sell } from '#test/harness/builders.ts'
import { fingerprints } from '#test/harness/tables.ts'

interface Acquereur {
  client_id: number
  nomComplet: string
  part: number
}
interface Lu {
  version: number
  client: { id: number; nomComplet: string }
  principal: Acquereur
  acquereurs: Acquereur[]
}

let t: TestApp
let karim: Visitor
let bien: number
let vente: number
let titulaire: number
let amel: number
let nadir: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
beforeEach(async () => {
  titulaire = (await buildClient(t.db)).id
  amel = (await buildClient(t.db, { nom_complet: 'Amel Zerrouki' })).id
  nadir = (await buildClient(t.db, { nom_complet: 'نادر بن علي' })).id
  bien = await buildAppartement(t.db)
  vente = await sell(t.db, bien, titulaire)
})
afterAll(() => t.close())

const path = () => `/api/ventes/${vente}/co-acquereurs`
const save = (acquereurs: object[], version?: number) => karim.put(path(), { acquereurs, version })
const read = async () => (await karim.get(`/api/ventes/${vente}`)).json as Lu
const one = (client_id: number, part: number | string) => ({ client_id, part })
const entries = (action: string) =>
  t.db
    .selectFrom('journal')
    .select(['avant', 'apres'])
    .where('objet', '=', 'vente')
    .where('objet_id', '=', vente)
    .where('action', '=', action)
    .orderBy('id')
    .execute()

describe('co-acquéreurs', () => {
  // spec: AD-28
  it.each([
    [[33.33, 33.33], 33.34],
    [[50, 49.99], 0.01],
    [['0.01', '99,98'], 0.01],
    [[0.01], 99.99],
    [[], 100],
  ] as const)('with %j leave the client of the sale %d %%, to the hundredth', async (parts, reste) => {
    const before = await read()
    expect([before.acquereurs, before.principal.part]).toEqual([[], 100])
    const saved = await save(
      parts.map((part, rang) => one([amel, nadir][rang] ?? 0, String(part).replace(',', '.'))),
    )
    expect([saved.statusCode, saved.json]).toMatchObject([
      200,
      { message: 'Acquéreurs enregistrés avec succès !', principal: { client_id: titulaire, part: reste } },
    ])
    const after = await read()
    expect(after.principal).toEqual({
      client_id: titulaire,
      nomComplet: before.client.nomComplet,
      part: reste,
    })
    expect(after.acquereurs.map(({ part }) => part).toSorted((a, b) => a - b)).toEqual(
      parts.map((part) => Number(String(part).replace(',', '.'))).toSorted((a, b) => a - b),
    )
    expect(after.version).toBe(before.version + 1)
    const [line] = await entries('acquereurs')
    expect(line).toMatchObject({ avant: { acquereurs: [] } })
  })

  it('are replaced whole', async () => {
    await save([one(amel, 20), one(nadir, 30)])
    expect((await read()).acquereurs).toEqual([
      { client_id: nadir, nomComplet: 'نادر بن علي', part: 30 },
      { client_id: amel, nomComplet: 'Amel Zerrouki', part: 20 },
    ])
    await save([one(amel, 25.5)])
    const { acquereurs, principal } = await read()
    expect([acquereurs, principal.part]).toEqual([
      [{ client_id: amel, nomComplet: 'Amel Zerrouki', part: 25.5 }],
      74.5,
    ])
    const [, second] = await entries('acquereurs')
    expect(second).toMatchObject({
      avant: { acquereurs: [{ client_id: nadir }, { client_id: amel, part: 2000 }] },
      apres: { acquereurs: [{ client_id: amel, nomComplet: 'Amel Zerrouki', part: 2550 }] },
    })
  })

  // spec: AD-28
  it('are refused, each at its field, and nothing is written', async () => {
    await save([one(amel, 10)])
    const DEJA = 'Ce client est déjà acquéreur de cette vente.'
    const CLIENT = 'Veuillez sélectionner un client.'
    const PART = 'La part doit être comprise entre 0,01 et 99,99.'
    const SOMME = 'La somme des parts doit rester inférieure à 100 %.'
    for (const [acquereurs, champ, sentence] of [
      [[one(titulaire, 10)], 'acquereurs.0.client_id', DEJA],
      [[one(amel, 10), one(nadir, 10), one(amel, 20)], 'acquereurs.2.client_id', DEJA],
      [[one(amel, 10), one(99_999_999, 10)], 'acquereurs.1.client_id', CLIENT],
      [[{ part: 10 }], 'acquereurs.0.client_id', CLIENT],
      [[one(amel, 0)], 'acquereurs.0.part', PART],
      [[one(amel, 100)], 'acquereurs.0.part', PART],
      [[one(amel, -1)], 'acquereurs.0.part', PART],
      [[one(amel, 33.333)], 'acquereurs.0.part', PART],
      [[one(amel, 'un tiers')], 'acquereurs.0.part', PART],
      [[{ client_id: amel }], 'acquereurs.0.part', PART],
      [[one(amel, 60), one(nadir, 40)], 'acquereurs', SOMME],
      [Array.from({ length: 11 }, (_, n) => one(n + 1, 1)), 'acquereurs', '10 co-acquéreurs au plus.'],
    ] as const) {
      const before = await fingerprints(t.db)
      const { statusCode, json } = await save([...acquereurs])
      expect([acquereurs, statusCode, json]).toEqual([
        acquereurs,
        422,
        { message: sentence, errors: { [champ]: [sentence] } },
      ])
      expect(await fingerprints(t.db)).toEqual(before)
    }
    const before = await fingerprints(t.db)
    expect((await karim.put('/api/ventes/99999999/co-acquereurs', { acquereurs: [] })).statusCode).toBe(404)
    expect((await save([], (await read()).version - 1)).json).toEqual({
      message: 'Cette fiche a été modifiée entre-temps. Rechargez-la.',
    })
    expect(await fingerprints(t.db)).toEqual(before)
  })

  it('of a sale that has ended stay as they are', async () => {
    await save([one(amel, 10)])
    await pay(t.db, vente, 1000)
    await karim.put(`/api/appartements/${bien}/retirer-client`)
    const before = await fingerprints(t.db)
    const { statusCode, json } = await save([])
    expect([statusCode, json]).toEqual([409, { message: expect.stringContaining('est clos') as string }])
    expect(await fingerprints(t.db)).toEqual(before)
    expect((await read()).acquereurs).toHaveLength(1)
  })

  // spec: AD-26
  it('keep their own records from being deleted', async () => {
    await save([one(amel, 10)])
    const refused = async () => {
      const { statusCode, json } = await karim.delete(`/api/clients/${amel}`)
      return [statusCode, (json as { message: string }).message]
    }
    const before = await fingerprints(t.db)
    expect(await refused()).toEqual([
      409,
      expect.stringMatching(/Ce client est co-acquéreur de 1 dossier\.$/),
    ])
    expect(await fingerprints(t.db)).toEqual(before)
    const other = await sell(t.db, await buildLocal(t.db), titulaire)
    await karim.put(`/api/ventes/${other}/co-acquereurs`, { acquereurs: [one(amel, 10)] })
    expect(await refused()).toEqual([
      409,
      expect.stringMatching(/Ce client est co-acquéreur de 2 dossiers\.$/),
    ])
    await save([])
    await karim.put(`/api/ventes/${other}/co-acquereurs`, { acquereurs: [] })
    expect((await karim.delete(`/api/clients/${amel}`)).statusCode).toBe(200)
  })

  // spec: AD-26
  it('lose their line when the dossier is ceded to them: their share joins what is left', async () => {
    await save([one(amel, 20), one(nadir, 30)])
    const ceded = await karim.post(`/api/ventes/${vente}/transfert-client`, {
      client_id: nadir,
      motif: 'Héritage',
    })
    expect(ceded.statusCode).toBe(201)
    const { acquereurs, principal } = await read()
    expect([acquereurs, principal]).toEqual([
      [one(amel, 20)].map((acquereur) => ({ ...acquereur, nomComplet: 'Amel Zerrouki' })),
      { client_id: nadir, nomComplet: 'نادر بن علي', part: 80 },
    ])
    expect(await entries('ceder')).toMatchObject([
      {
        avant: { acquereurs: [{ client_id: nadir, part: 3000 }, { client_id: amel }] },
        apres: { acquereurs: [{ client_id: amel, part: 2000 }] },
      },
    ])
  })

  // spec: AD-26
  it('go with a sale whose row goes; the journal tells who they were', async () => {
    await save([one(amel, 20)])
    expect((await karim.put(`/api/appartements/${bien}/retirer-client`)).statusCode).toBe(200)
    expect(
      await t.db.selectFrom('co_acquereurs').select('part').where('vente_id', '=', vente).execute(),
    ).toEqual([])
    expect(await entries('retirer')).toMatchObject([
      { avant: { acquereurs: [{ client_id: amel, nomComplet: 'Amel Zerrouki', part: 2000 }] } },
    ])
    expect((await karim.delete(`/api/clients/${amel}`)).statusCode).toBe(200)
  })
})

// spec: AD-28
describe('co-acquéreurs saved while', () => {
  const parts = async () => (await read()).acquereurs.reduce((sum, { part }) => sum + part, 0)

  it('they are saved a second time: one of the two is told, and the shares stay below 100', async () => {
    for (let n = 0; n < 25; n++) {
      const { version } = await read()
      const answers = await Promise.all([save([one(amel, 60)], version), save([one(nadir, 70)], version)])
      expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
      expect(await parts()).toBeLessThan(100)
    }
  })

  it('a payment is recorded: both are done', async () => {
    for (let n = 0; n < 25; n++) {
      const { version } = await read()
      const [saved, paid] = await Promise.all([
        save([one(amel, n + 1)], version),
        karim.post('/api/paiements', {
          client_id: titulaire,
          appartement_id: bien,
          date_paiement: '2026-02-01',
          versement: 10,
        }),
      ])
      expect([saved.statusCode, paid.statusCode]).toEqual([200, 201])
    }
  })

  it('the sale ends: whoever comes second is told, or both are done in their order', async () => {
    for (let n = 0; n < 15; n++) {
      vente = await sell(t.db, await buildAppartement(t.db), titulaire)
      const end = { demande_le: '2026-03-01', origine: 'client', motif: 'Mutation' }
      const [saved, ended] = await Promise.all([
        save([one(amel, 40)]),
        karim.post(`/api/ventes/${vente}/desistement`, end),
      ])
      expect([saved.statusCode === 200 || saved.statusCode === 409, ended.statusCode]).toEqual([true, 201])
      expect(await parts()).toBe(saved.statusCode === 200 ? 40 : 0)
    }
  })

  it('a client of theirs is deleted: he is refused, or they are; no line is left of him', async () => {
    const outcomes: string[] = []
    for (let n = 0; n < 25; n++) {
      const { id } = await buildClient(t.db)
      const [saved, removed] = await Promise.all([save([one(id, 10)]), karim.delete(`/api/clients/${id}`)])
      outcomes.push(`${saved.statusCode} ${removed.statusCode}`)
    }
    expect(outcomes.filter((pair) => !['200 409', '422 200'].includes(pair))).toEqual([])
  })

  it('the dossier is ceded to one of them: he is its client, and none of them', async () => {
    for (let n = 0; n < 15; n++) {
      vente = await sell(t.db, await buildAppartement(t.db), titulaire)
      const [saved, ceded] = await Promise.all([
        save([one(amel, 10), one(nadir, 20)]),
        karim.post(`/api/ventes/${vente}/transfert-client`, { client_id: amel, motif: 'Famille' }),
      ])
      expect([[200, 422].includes(saved.statusCode), ceded.statusCode]).toEqual([true, 201])
      const { principal, acquereurs } = await read()
      expect([principal.client_id, acquereurs.some(({ client_id }) => client_id === amel)]).toEqual([
        amel,
        false,
      ])
    }
  })
})
