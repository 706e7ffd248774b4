import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  codeDuPas,
  describeSecret,
  empreinteDuCode,
  newCodesDeSecours,
  newSecret,
  pasDuCode,
  readCode,
} from '#features/acces/server/codes.ts'

const SECRET = Buffer.from('12345678901234567890')
const at = (seconds: number) => vi.useFakeTimers({ toFake: ['Date'], now: seconds * 1000 })
afterEach(() => void vi.useRealTimers())

// spec: IN-33
describe('codes of an application', () => {
  // RFC 6238, appendix B: the SHA-1 codes, of which six digits are the last of eight.
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('are those of RFC 6238 at %i s', (seconds, code) => {
    at(seconds)
    const pas = Math.floor(seconds / 30)
    expect(codeDuPas(SECRET, pas)).toBe(code)
    expect(pasDuCode(SECRET, code)).toBe(pas)
    expect(pasDuCode(Buffer.from('another secret of 20'), code)).toBeNull()
  })

  it('are taken one step before and after, and no further', () => {
    at(1_234_567_890)
    const now = Math.floor(1_234_567_890 / 30)
    const taken = [-2, -1, 0, 1, 2].map((ecart) => pasDuCode(SECRET, codeDuPas(SECRET, now + ecart)))
    expect(taken).toEqual([null, now - 1, now, now + 1, null])
  })

  it('come from twenty random bytes, which the application reads as base 32 in an address', () => {
    const secret = newSecret()
    expect(secret).toHaveLength(20)
    expect(newSecret().equals(secret)).toBe(false)
    expect(describeSecret(SECRET, 'amina@diyar.dz')).toEqual({
      secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
      uri: 'otpauth://totp/Diyar:amina%40diyar.dz?issuer=Diyar&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30',
    })
  })
})

// spec: IN-33
describe('what is typed', () => {
  it.each([
    ['287082', { application: '287082' }],
    [' 287 082 ', { application: '287082' }],
    ['٢٨٧٠٨٢', { application: '287082' }],
    ['4F7K-92QX', { secours: '4F7K92QX' }],
    ['4f7k92qx', { secours: '4F7K92QX' }],
    [' 4f7k – 92qx', { secours: '4F7K92QX' }],
    ['23456789', { secours: '23456789' }],
    ['28708', null],
    ['4F7K-92Q0', null],
    ['9'.repeat(5_000), null],
    ['', null],
  ])('« %s » is read', (saisie, lu) => {
    expect(readCode(saisie)).toEqual(lu)
  })

  it('ten recovery codes are ten, and one is known by its hash with or without hyphen', () => {
    const codes = newCodesDeSecours()
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/)
    expect(empreinteDuCode('4F7K-92QX').equals(empreinteDuCode('4F7K92QX'))).toBe(true)
  })
})
