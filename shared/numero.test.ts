import { describe, expect, it } from 'vitest'
import { proposeNumero } from '#shared/numero.ts'

describe('the number after a number', () => {
  it.each([
    ['1', '2'],
    ['A-09', 'A-10'],
    ['A-99', 'A-100'],
    ['Lot 3 bis', 'Lot 4 bis'],
    ['B2-007', 'B2-008'],
    ['Angle', ''],
    ['', ''],
  ])('%s → %s', (numero, suivant) => expect(proposeNumero(numero)).toBe(suivant))

  it('skips those already taken, case aside', () => {
    expect(proposeNumero('A-1', ['a-2', 'A-3', 'A-5'])).toBe('A-4')
    expect(proposeNumero('1er étage')).toBe('2e étage')
    expect(proposeNumero('1er étage', ['2E étage'])).toBe('3e étage')
    expect(proposeNumero('1ère tranche')).toBe('2e tranche')
    expect(proposeNumero('Bloc 1 Erable')).toBe('Bloc 2 Erable')
    expect(proposeNumero('A1ERT')).toBe('A2ERT')
  })
})
