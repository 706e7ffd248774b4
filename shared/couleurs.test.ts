import { expect, it } from 'vitest'
import { contrasteAvecBlanc, isCouleur, isLisible } from '#shared/couleurs.ts'

it.each([
  ['#ffcc00', 1.51, false],
  ['#777777', 4.48, false],
  ['#767676', 4.54, true],
  ['#0f6e84', 5.86, true],
  ['#000000', 21, true],
  ['#FFFFFF', 1, false],
])('%s has the contrast %d with white', (couleur, contraste, lisible) => {
  expect(contrasteAvecBlanc(couleur)).toBeCloseTo(contraste, 2)
  expect(isLisible(couleur)).toBe(lisible)
})

it.each(['', '#fff', '0f6e84', '#0f6e8g', '#0f6e84 ', 'red', 'rgb(0,0,0)', '#0f6e84;'])(
  '« %s » is no colour',
  (valeur) => {
    expect(isCouleur(valeur)).toBe(false)
  },
)
