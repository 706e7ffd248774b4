import { expect, it } from 'vitest'
import { formatOctets } from '#web/kit/octets.ts'

it.each([
  [0, '0\u00A0o'],
  [999, '999\u00A0o'],
  [640_000, '640\u00A0Ko'],
  [12_400_000, '12,4\u00A0Mo'],
  [1_240_000_000, '1,2\u00A0Go'],
  [3_000_000_000_000_000, '3\u202F000\u00A0To'],
])('%i bytes read %s', (octets, lu) => {
  expect(formatOctets(octets)).toBe(lu)
})
