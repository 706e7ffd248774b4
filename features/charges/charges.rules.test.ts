import { expect, it } from 'vitest'
import { isComplete, isVierge, LIGNE_VIERGE, montantLigne } from '#features/charges/charges.rules.ts'

// spec: CHG-50
it.each([
  [12.5, 3, 3750],
  [0.1, 3, 30],
  ['19.99', '100', 199_900],
  ['', 3, 0],
  [12.5, '', 0],
  [12.5, 1.5, 0],
  [-1, 2, 0],
])('%s × %s comes to %i centimes', (prix_unitaire, quantite, centimes) => {
  expect(montantLigne({ prix_unitaire, quantite })).toBe(centimes)
})

// spec: CHG-44
it('a collected line needs a designation, a price above 0 and a whole quantity', () => {
  const line = { designation: 'Ciment', prix_unitaire: 12.5, quantite: 3 }
  expect(isComplete(line)).toBe(true)
  for (const wrong of [
    { designation: ' ' },
    { prix_unitaire: 0 },
    { prix_unitaire: '' },
    { prix_unitaire: -1 },
    { quantite: 0 },
    { quantite: '' },
    { quantite: 1.5 },
  ])
    expect(isComplete({ ...line, ...wrong })).toBe(false)
})

// spec: CHG-45, CHG-46
it('an untouched line is no line', () => {
  expect(LIGNE_VIERGE).toEqual({ designation: '', prix_unitaire: 0, quantite: 1 })
  expect(isVierge(LIGNE_VIERGE)).toBe(true)
  expect(isVierge({ ...LIGNE_VIERGE, designation: 'Ciment' })).toBe(false)
  expect(isVierge({ ...LIGNE_VIERGE, prix_unitaire: 5 })).toBe(false)
})
