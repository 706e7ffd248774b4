import { afterEach, describe, expect, it } from 'vitest'
import {
  addJours,
  addMois,
  endOfLastMonth,
  formatAge,
  isJour,
  formatJourComplet,
  formatJourCourt,
  jourOf,
  formatJourLong,
  formatMoisCourt,
} from '#shared/dates.ts'

const zone = process.env['TZ']
afterEach(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

describe.each(['UTC', 'Africa/Algiers', 'America/Los_Angeles', 'Pacific/Auckland', 'Asia/Tokyo'])(
  'days in %s',
  (fuseau) => {
    it('are the same day everywhere', () => {
      process.env['TZ'] = fuseau
      expect(formatJourComplet('2025-11-21')).toBe('vendredi 21 novembre 2025')
      expect(formatJourLong('2026-03-01')).toBe('1er mars 2026')
      expect(formatJourCourt('2025-11-21')).toBe('21/11/2025')
      expect(formatMoisCourt('2026-08')).toBe('août 2026')
      expect(addJours('2025-12-31', 1)).toBe('2026-01-01')
      expect(addJours('2024-03-01', -1)).toBe('2024-02-29')
      expect(endOfLastMonth('2026-03-31')).toBe('2026-02-28')
      expect(endOfLastMonth('2026-01-01')).toBe('2025-12-31')
      expect(addMois('2026-01-31', 1)).toBe('2026-02-28')
      expect(addMois('2026-01-15', -1)).toBe('2025-12-15')
      expect(addMois('2025-12-15', 25)).toBe('2028-01-15')
    })

    it('begin at midnight in Algiers, not in UTC', () => {
      process.env['TZ'] = fuseau
      expect(jourOf(new Date('2025-12-31T22:59:59Z'))).toBe('2025-12-31')
      expect(jourOf(new Date('2025-12-31T23:30:00Z'))).toBe('2026-01-01')
    })
  },
)

describe('a day', () => {
  it.each([
    '2026-02-30',
    '2025-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-1-1',
    '01/02/2026',
    '',
    '2026-04-31',
    '0000-01-01',
    '2026-01-01T00:00',
  ])('is not %s', (texte) => expect(isJour(texte)).toBe(false))
  it.each(['2024-02-29', '2026-12-31', '1962-07-05'])('is %s', (texte) => expect(isJour(texte)).toBe(true))
})

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

it("is « à l'instant » up to the age that the caller gives, and for an instant that cannot be read", () => {
  expect(formatAge('2026-11-21T11:55:01Z', MAINTENANT, 300_000)).toBe("à l'instant")
  expect(formatAge('2026-11-21T11:55:00Z', MAINTENANT, 300_000)).toBe('il y a 5 min')
  expect(formatAge('', MAINTENANT)).toBe("à l'instant")
})
