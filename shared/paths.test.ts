import { describe, expect, it } from 'vitest'
import { TYPES_DE_BIEN } from '#shared/biens.ts'
import { bienOfPath, paiementsOf } from '#shared/paths.ts'

describe('the address of a payment screen', () => {
  it.each([
    ['12', { type: 'appartement', id: 12 }],
    ['12/0/0', { type: 'appartement', id: 12 }],
    ['12/null/undefined', { type: 'appartement', id: 12 }],
    ['0/5', { type: 'place_parking', id: 5 }],
    ['-/5/', { type: 'place_parking', id: 5 }],
    ['null/null/7', { type: 'local', id: 7 }],
    ['0//7', { type: 'local', id: 7 }],
    ['', null],
    ['0/0/0', null],
    ['12/5', null],
    ['0/0/0/9', null],
    ['abc', null],
    ['1e3', null],
    ['-3', null],
  ])('%s', (chemin, expected) => {
    expect(bienOfPath(chemin)).toEqual(expected)
  })

  it('is read back as it was written', () => {
    for (const type of TYPES_DE_BIEN) {
      const [, suite = ''] = paiementsOf(3, { type, id: 41 }).split('/paiements/')
      expect(bienOfPath(suite)).toEqual({ type, id: 41 })
    }
  })
})
