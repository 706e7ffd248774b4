import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'

/** Locales whose text other builds of ICU give in the place of the one asked for. */
const TEXTS: [icu: string, locale: string][] = [
  // Safari 16.4 to 17, Debian 12: en-CA reads as en-US does.
  ['ICU 72', 'en-US'],
  // A Node without the data of other locales.
  ['small-icu', 'en-US-u-hc-h12'],
  ['the day first', 'de-DE'],
  ['digits of another script', 'ar-EG'],
  ['another calendar', 'th-TH-u-ca-buddhist-nu-thai'],
]

function pretend(locale: string): void {
  const { DateTimeFormat } = Intl
  vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function (_, options) {
    return new DateTimeFormat(locale, options)
  })
}

// spec: RE-73
describe.each(TEXTS)('with %s', (_, locale) => {
  afterEach(() => vi.restoreAllMocks())

  it('a day is the day, and an hour the hour', async () => {
    pretend(locale)
    vi.resetModules()
    const { formatInstant, formatJourComplet, heureOf, jourOf } = await import('#shared/dates.ts')
    const instant = new Date('2026-03-05T23:07:00Z')
    expect(jourOf(instant)).toBe('2026-03-06')
    expect(heureOf(instant)).toBe('00:07')
    expect(heureOf(new Date('2026-03-05T13:59:00Z'))).toBe('14:59')
    expect(formatInstant(instant)).toBe('06/03/2026 à 00:07')
    expect(formatJourComplet(jourOf(instant))).toBe('vendredi 6 mars 2026')
  })
})

const SOURCES = ['shared', 'web', 'server', 'features', 'db', 'e2e', 'test', 'bench'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx|mjs)$/.test(name) && !name.endsWith('aujourdhui.test.ts'))
    .map((name) => join(folder, name)),
)
const filesWith = (what: RegExp) => SOURCES.filter((name) => what.test(readFileSync(name, 'utf8')))

it('nobody else asks a locale for a day or an hour, and what one writes is taken apart by nobody', () => {
  expect(
    filesWith(/DateTimeFormat|toLocale(Date|Time)?String\([^)]*(timeZone|Style)|toLocale(Date|Time)String/),
  ).toEqual([join('shared', 'aujourdhui.ts')])
  expect(
    filesWith(/\.(format|toLocale\w+)\([^)]*\)\s*\??\.(split|slice|match|replace|substring|startsWith)/),
  ).toEqual([])
})
