import { describe, expect, it } from 'vitest'
import { adresseDeVerification, formatCode, parseCode } from '#shared/codes.ts'

// spec: AD-35
describe('the code of a paper', () => {
  it.each(['k7qm 4t2x-9pbd', 'K7QM4T2X9PBD', 'K7QM-4T2X-9PBD', ' k7qm—4t2x 9p\u200Bbd ', 'Ｋ7QM4T2X9PBD'])(
    'is read out of « %s »',
    (saisie) => {
      expect(parseCode(saisie)).toBe('K7QM4T2X9PBD')
    },
  )

  it('takes O for 0, I and L for 1', () => {
    expect(parseCode('oOiI-lLAB-CDEF')).toBe('001111ABCDEF')
  })

  it.each([
    '',
    'K7QM4T2X9PB',
    'K7QM4T2X9PBDE',
    'K7QM4T2X9PBU',
    'K7QM4T2X9PB!',
    'ك7QM4T2X9PBD',
    '-'.repeat(500),
  ])('is not « %s »', (saisie) => {
    expect(parseCode(saisie)).toBeNull()
  })

  it('is shown in groups of four, and read back', () => {
    expect(formatCode('K7QM4T2X9PBD')).toBe('K7QM-4T2X-9PBD')
    expect(parseCode(formatCode('K7QM4T2X9PBD'))).toBe('K7QM4T2X9PBD')
    expect(adresseDeVerification('https://diyar.exemple.dz', 'K7QM4T2X9PBD')).toBe(
      'https://diyar.exemple.dz/verifier/K7QM-4T2X-9PBD',
    )
  })
})
