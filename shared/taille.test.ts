import { expect, it } from 'vitest'
import { formatTaille } from '#shared/taille.ts'

it.each([
  [0, '0 octets'],
  [1, '1 octet'],
  [812, '812 octets'],
  [1024, '1 Ko'],
  [46_000, '45 Ko'],
  [1024 * 1024, '1,0 Mo'],
  [13_002_342, '12,4 Mo'],
  [10 * 1024 * 1024, '10,0 Mo'],
  [3 * 1024 ** 3, '3,0 Go'],
])('%i reads %s', (octets, lu) => {
  expect(formatTaille(octets).replaceAll('\u00A0', ' ')).toBe(lu)
})
