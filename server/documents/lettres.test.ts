import { describe, expect, it } from 'vitest'
import { montantEnLettres } from '#server/documents/lettres.ts'

/** Centimes and the words one would write by hand, in traditional spelling. */
const MONTANTS: [number, string][] = [
  [0, 'zéro dinar algérien'],
  [1, 'un centime'],
  [50, 'cinquante centimes'],
  [100, 'un dinar algérien'],
  [101, 'un dinar algérien et un centime'],
  [200, 'deux dinars algériens'],
  [1_700, 'dix-sept dinars algériens'],
  [2_100, 'vingt et un dinars algériens'],
  [7_000, 'soixante-dix dinars algériens'],
  [7_100, 'soixante et onze dinars algériens'],
  [8_080, 'quatre-vingts dinars algériens et quatre-vingts centimes'],
  [8_181, 'quatre-vingt-un dinars algériens et quatre-vingt-un centimes'],
  [9_199, 'quatre-vingt-onze dinars algériens et quatre-vingt-dix-neuf centimes'],
  [10_000, 'cent dinars algériens'],
  [10_100, 'cent un dinars algériens'],
  [20_000, 'deux cents dinars algériens'],
  [20_100, 'deux cent un dinars algériens'],
  [28_000, 'deux cent quatre-vingts dinars algériens'],
  [100_000, 'mille dinars algériens'],
  [110_000, 'mille cent dinars algériens'],
  [200_000, 'deux mille dinars algériens'],
  [8_000_000, 'quatre-vingt mille dinars algériens'],
  [20_000_000, 'deux cent mille dinars algériens'],
  [50_000_000, 'cinq cent mille dinars algériens'],
  [
    99_999_999,
    'neuf cent quatre-vingt-dix-neuf mille neuf cent quatre-vingt-dix-neuf dinars algériens et quatre-vingt-dix-neuf centimes',
  ],
  [100_000_000, 'un million de dinars algériens'],
  [100_000_050, 'un million de dinars algériens et cinquante centimes'],
  [100_000_100, 'un million un dinars algériens'],
  [125_000_075, 'un million deux cent cinquante mille dinars algériens et soixante-quinze centimes'],
  [200_000_000, 'deux millions de dinars algériens'],
  [1_250_000_000, 'douze millions cinq cent mille dinars algériens'],
  [8_000_000_000, 'quatre-vingts millions de dinars algériens'],
  [20_000_000_000, 'deux cents millions de dinars algériens'],
  [100_000_000_000, 'un milliard de dinars algériens'],
  [200_000_000_000, 'deux milliards de dinars algériens'],
  [200_100_000_000, 'deux milliards un million de dinars algériens'],
  [
    9_999_999_999_999,
    'quatre-vingt-dix-neuf milliards neuf cent quatre-vingt-dix-neuf millions neuf cent quatre-vingt-dix-neuf mille neuf cent quatre-vingt-dix-neuf dinars algériens et quatre-vingt-dix-neuf centimes',
  ],
]

describe('an amount in French words', () => {
  it.each(MONTANTS)('%i centimes: %s', (centimes, lettres) => {
    expect(montantEnLettres(centimes)).toBe(lettres)
  })

  it.each([-1, 0.5, Number.NaN, 2 ** 53])('refuses %d', (centimes) => {
    expect(() => montantEnLettres(centimes)).toThrow(RangeError)
  })
})
