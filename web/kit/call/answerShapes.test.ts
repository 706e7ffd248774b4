import { describe, expect, it } from 'vitest'
import {
  filled,
  lastPageIn,
  listIn,
  orNull,
  pageOf,
  recordIn,
  recordsIn,
  totalIn,
  withMessage,
} from '#web/kit/call/answerShapes.ts'

const bare = [{ id: 1 }, { id: 2 }]

// spec: API-11, API-12
describe('where a list stands', () => {
  it.each([
    ['bare', bare],
    ['in data', { data: bare }],
    ['in data.data', { data: { data: bare } }],
  ])('%s', (_where, answer) => expect(listIn(answer)).toBe(bare))

  it('under a name of its own', () => expect(listIn({ places: bare }, 'places')).toBe(bare))

  it.each([[{}], [null], [undefined], ['texte'], [7], [{ data: null }], [{ data: {} }], [{ data: 'x' }]])(
    'nowhere in %j',
    (answer) => expect(listIn(answer)).toBeUndefined(),
  )

  it('keeps the records only', () => {
    expect(recordsIn([null, 7, 'x', {}, { id: null }, { id: 0 }, { nom: 'A' }], ['id'])).toEqual([{ id: 0 }])
    expect(recordsIn([{ client: {} }], ['id', 'client'])).toHaveLength(1)
  })
})

describe('the last page', () => {
  it.each([
    [{ last_page: 4, meta: { last_page: 9 }, total: 99 }, 6, 4],
    [{ meta: { last_page: 9 }, total: 99 }, 6, 9],
    [{ last_page: '3' }, 6, 3],
    [{ last_page: null, total: 13, per_page: 5 }, 6, 3],
    [{ total: 13 }, 6, 3],
    [{ meta: { total: 12 } }, 6, 2],
    [{ total: 13 }, undefined, 1],
    [{ data: { data: [], last_page: 2 } }, 6, 2],
    [{ last_page: 0 }, 6, 1],
    [[], 6, 1],
    [null, 6, 1],
  ])('of %j asked by %s is %i', (answer, perPage, last) => expect(lastPageIn(answer, perPage)).toBe(last))

  it('comes with a total that is never below what is there', () => {
    expect(totalIn({ total: 40 }, 6)).toBe(40)
    expect(totalIn({ meta: { total: '41' } }, 6)).toBe(41)
    expect(totalIn([], 6)).toBe(6)
  })
})

describe('a record', () => {
  it('stands bare or in data, and says something', () => {
    expect(recordIn({ data: { name: 'A' } }, ['name'])).toEqual({ name: 'A' })
    expect(recordIn({ name: 'A' }, ['name'])).toEqual({ name: 'A' })
    for (const none of [{}, null, [], 'x', { data: null }, { other: 1 }, { name: null }])
      expect(recordIn(none, ['name'])).toBeUndefined()
  })
})

describe('what a change says', () => {
  it.each([
    [{}],
    [null],
    [[]],
    ['texte'],
    [{ message: null }],
    [{ message: '' }],
    [{ message: ' ' }],
    [{ message: 7 }],
  ])('is the sentence of its call when %j is answered', (answer) =>
    expect(withMessage(answer, 'Fait !')).toMatchObject({ message: 'Fait !' }),
  )

  it('is the server’s own sentence, beside all that is answered', () =>
    expect(withMessage({ id: 3, message: 'Bloc ajouté.' }, 'Fait !')).toEqual({
      id: 3,
      message: 'Bloc ajouté.',
    }))
})

describe('what an answer lacks', () => {
  const blank = {
    nom: '',
    compte: 0,
    montant: null,
    actif: true,
    bloc: { id: 0, nomloc: '', residence: { id: 0, nom: '' } },
    client: orNull({ id: 0, tel: '' }),
    lignes: [{ libelle: '' }],
  } as const

  it('is filled, all the way down, and what is there stays', () => {
    expect(filled(null, blank)).toEqual({ ...blank, client: null, lignes: [] })
    expect(filled({ nom: 'A', version: 3, bloc: { id: 7, residence: null } }, blank)).toMatchObject({
      nom: 'A',
      version: 3,
      bloc: { id: 7, nomloc: '', residence: { id: 0, nom: '' } },
    })
    expect(filled({ client: { id: 5, tel: null } }, blank)).toMatchObject({ client: { id: 5, tel: '' } })
    expect(filled({ lignes: [null, 'x', {}, { libelle: 'B' }] }, blank)).toMatchObject({
      lignes: [{ libelle: '' }, { libelle: 'B' }],
    })
  })

  // spec: API-11, API-12
  it('is told of a page inside a record as of any other', () => {
    const bons = pageOf({ reference: '', lignes: pageOf({ prix: null }) })
    const rows = [{ id: 3, reference: 'A' }, null]
    const read = [{ id: 3, reference: 'A', lignes: { data: [], last_page: 1, total: 0 } }]
    for (const [answer, page] of [
      [undefined, { data: [], last_page: 1, total: 0 }],
      [rows, { data: read, last_page: 1, total: 1 }],
      [
        { data: rows, meta: { last_page: '2' } },
        { data: read, last_page: 2, total: 1 },
      ],
      [
        { data: rows, total: 13, per_page: 5 },
        { data: read, last_page: 3, total: 13 },
      ],
    ] as const)
      expect(filled({ bons: answer }, { bons })).toMatchObject({ bons: page })
  })

  // spec: RES-35
  it('is around a name that came alone', () => {
    expect(filled({ bloc: 'Bloc A' }, blank)).toMatchObject({
      bloc: { id: 0, nomloc: 'Bloc A', residence: { id: 0, nom: '' } },
    })
  })

  it('is told by its kind: digits are numbers, a number is a text where a text stands', () => {
    expect(filled({ compte: '12', nom: 7, actif: 'oui', montant: '12.50' }, blank)).toMatchObject({
      compte: 12,
      nom: '7',
      actif: true,
      montant: '12.50',
    })
    expect(filled({ compte: 'douze', nom: {} }, blank)).toMatchObject({ compte: 0, nom: '' })
  })
})
