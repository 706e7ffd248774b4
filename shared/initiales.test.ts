import { expect, it } from 'vitest'
import { initiales } from '#shared/initiales.ts'

// spec: AD-33
it('says of a name the first letter of each word', () => {
  expect(initiales('Nom Prénom')).toBe('N. P.')
  expect(initiales('nom composé prénom')).toBe('N. C. P.')
  expect(initiales('الاسم اللقب')).toBe('ا. ا.')
  expect(initiales('  Ben-Ali   élodie ')).toBe('B. É.')
  expect(initiales("(d'Or) « Sarl »")).toBe('D. S.')
  expect(initiales('—')).toBe('')
})
