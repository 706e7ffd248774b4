import { describe, expect, it } from 'vitest'
import { readCentiemes } from '#shared/argent.ts'
import { toChiffres } from '#shared/chiffres.ts'
import {
  isFormeDeJour,
  JOUR_ILLISIBLE,
  JOUR_INEXISTANT,
  readDecimal,
  readEntier,
  readJour,
  readMontant,
  refusDuJour,
} from '#shared/saisie.ts'
import { DECIMAUX_ECRITS, JOURS_ECRITS, MONTANTS_ECRITS } from '#shared/saisie.essais.ts'

// spec: RF-22
it('a digit of any script is worth what it is in its own', () => {
  for (let point = 0x80; point < 0x20000; point++) {
    const signe = String.fromCodePoint(point)
    if (!/\p{Nd}/u.test(signe)) continue
    expect([point, toChiffres(signe)]).toEqual([point, expect.stringMatching(/^[0-9]$/)])
  }
  expect(toChiffres('٠١٢٣٤٥٦٧٨٩ ۰۹ ०९ ০৯ ０９ 𝟎𝟗𝟘𝟡𝟬𝟵 0550 é Ⅳ ² ١er')).toBe(
    '0123456789 09 09 09 09 090909 0550 é Ⅳ ² 1er',
  )
})

// spec: RF-04
describe('an amount', () => {
  it.each(MONTANTS_ECRITS)('« %s » → %j', (ecrit, centimes) => {
    const lu = readMontant(ecrit)
    expect(lu === null ? null : readCentiemes(lu)).toBe(centimes)
  })
})

// spec: RF-04
describe('an area or a percent', () => {
  it.each(DECIMAUX_ECRITS)('« %s » → %j', (ecrit, centiemes) => {
    const lu = readDecimal(ecrit)
    expect(lu === null ? null : readCentiemes(lu)).toBe(centiemes)
  })
  it('keeps its unit out', () => {
    expect(['102,5 m²', '102.50m2', '33,33 %', '50٪'].map(readDecimal)).toEqual([
      '102.5',
      '102.50',
      '33.33',
      '50',
    ])
  })
})

describe('a whole number', () => {
  it.each([
    ['12', '12'],
    ['1 000', '1000'],
    ['-1', '-1'],
    ['−2', '-2'],
    ['٣', '3'],
    ['1.000', null],
    ['12,0', null],
    ['1 2', null],
  ])('« %s » → %j', (ecrit, lu) => expect(readEntier(ecrit)).toBe(lu))
})

// spec: RF-22, RF-33
describe('a day', () => {
  it.each(JOURS_ECRITS)('« %s » → %j', (ecrit, jour) => expect(readJour(ecrit)).toBe(jour))

  // spec: RF-33
  it.each([
    ['31/02/2026', JOUR_INEXISTANT],
    ['31/02/2026 10:00', JOUR_INEXISTANT],
    ['30022026', JOUR_INEXISTANT],
    ['31 avril 2026', JOUR_INEXISTANT],
    ['demain', JOUR_ILLISIBLE],
    ['12/31/2026', JOUR_ILLISIBLE],
    ['mars 2026', JOUR_ILLISIBLE],
  ])('« %s » is refused: %s', (texte, dit) =>
    expect([readJour(texte), refusDuJour(texte)]).toEqual([null, dit]),
  )

  it('that does not exist is told from one in another form', () => {
    expect(['31/02/2024', '29/2/2023', '31 avril 2024'].map(isFormeDeJour)).toEqual([true, true, true])
    expect(['12/31/2024', 'mars 2024', '12/03', '2024'].map(isFormeDeJour)).toEqual([
      false,
      false,
      false,
      false,
    ])
  })
})
