import { expect, it } from 'vitest'
import { formatTaille } from '#shared/taille.ts'

// spec: RE-60
it.each([
  [0, '0 octets'],
  [1, '1 octet'],
  [812, '812 octets'],
  [999, '999 octets'],
  [1_000, '1 Ko'],
  [45_400, '45 Ko'],
  [640_000, '640 Ko'],
  [999_499, '999 Ko'],
  [999_500, '1 Mo'],
  [12_400_000, '12,4 Mo'],
  [999_960_000, '1 Go'],
  [1_240_000_000, '1,2 Go'],
  [3_000_000_000_000_000, '3\u202F000 To'],
])('%i reads %s', (octets, lu) => {
  expect(formatTaille(octets)).toBe(lu.replace(' ', '\u00A0'))
})

it('rounds what is needed up, and what is free down', () => {
  expect([formatTaille(1_210_000_000, 'haut'), formatTaille(999_990_000, 'bas')]).toEqual([
    '1,3\u00A0Go',
    '999,9\u00A0Mo',
  ])
})
