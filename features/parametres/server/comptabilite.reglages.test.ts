import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { fingerprints } from '#test/harness/tables.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(() => t.close())

const TAUX = { taux: 19, depuis: '2025-01', avant: null }
const tva = (rest: object = {}) => ({
  appartement: TAUX,
  local: { ...TAUX, avant: 9.5 },
  place_parking: { ...TAUX, taux: '' },
  encaissements_du: '2025-01-01',
  ...rest,
})
const save = (section: string, valeur: object) => karim.put(`/api/parametres/${section}`, { valeur })

describe('what an accountant sets', () => {
  it('rates of TVA, each from a month on, with the one before; none is proposed', async () => {
    const { statusCode, json } = await save('tva', tva())
    expect([statusCode, json]).toMatchObject([
      200,
      {
        valeur: {
          appartement: { taux: 19, depuis: '2025-01', avant: null },
          local: { taux: 19, depuis: '2025-01', avant: 9.5 },
          place_parking: { taux: null, depuis: '2025-01', avant: null },
          encaissements_du: '2025-01-01',
        },
      },
    ])
  })

  // spec: CO-36
  it.each([
    [
      tva({ appartement: { ...TAUX, taux: 101 } }),
      'appartement.taux',
      'Le taux doit être compris entre 0 et 100.',
    ],
    [tva({ local: { ...TAUX, avant: -1 } }), 'local.avant', 'Le taux doit être compris entre 0 et 100.'],
    [tva({ local: { ...TAUX, taux: 'dix' } }), 'local.taux', 'Le taux doit être compris entre 0 et 100.'],
    [tva({ place_parking: { ...TAUX, depuis: '2025-13' } }), 'place_parking.depuis', "Ce mois n'existe pas."],
    [tva({ place_parking: { ...TAUX, depuis: '' } }), 'place_parking.depuis', "Ce mois n'existe pas."],
    [tva({ encaissements_du: '2025-02-30' }), 'encaissements_du', "Cette date n'existe pas."],
  ])('a wrong one is refused at its field: %#', async (valeur, champ, sentence) => {
    const before = await fingerprints(t.db)
    const { statusCode, json } = await save('tva', valeur)
    expect([statusCode, json]).toEqual([
      422,
      { message: sentence, errors: { [`valeur.${champ}`]: [sentence] } },
    ])
    expect(await fingerprints(t.db)).toEqual(before)
  })

  it('the accounts of the plan, those of banks and categories apart', async () => {
    const { json: read } = await karim.get('/api/parametres')
    const { valeur } = (read as { data: { ecritures: { valeur: object } } }).data.ecritures
    const mine = { ...valeur, retenues: '', banques: [{ id: 3, compte: '512001' }] }
    expect((await save('ecritures', mine)).json).toMatchObject({ valeur: mine })
    const long = 'Ce texte dépasse 20 caractères.'
    expect((await save('ecritures', { ...mine, tva: '4'.repeat(21) })).json).toEqual({
      message: long,
      errors: { 'valeur.tva': [long] },
    })
  })
})
