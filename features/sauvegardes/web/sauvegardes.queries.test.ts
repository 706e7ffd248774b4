import { expect, it } from 'vitest'
import { formatAge } from '#features/sauvegardes/web/sauvegardes.queries.ts'

const MAINTENANT = Date.parse('2026-11-21T12:00:00Z')

it.each([
  ['2026-11-21T12:00:03Z', "à l'instant"],
  ['2026-11-21T11:59:01Z', "à l'instant"],
  ['2026-11-21T11:48:00Z', 'il y a 12 min'],
  ['2026-11-21T03:00:00Z', 'il y a 9 h'],
  ['2026-11-19T11:00:00Z', 'il y a 49 h'],
  ['2026-11-18T12:00:00Z', 'il y a 3 j'],
])('%s was %s', (instant, lu) => {
  expect(formatAge(instant, MAINTENANT)).toBe(lu)
})
