import { describe, expect, it } from 'vitest'
import { resteApres, readRecu } from '#features/paiements/paiements.rules.ts'
import { numeroRecu } from '#shared/numero.ts'

// spec: PAY-34
describe('what would remain', () => {
  it.each([
    [100_000, 30_000, 20_000, undefined, 50_000],
    [100_000, 100_000, 1, undefined, -1],
    [100_000, 70_000, 70_000, 40_000, 0],
    [0, 0, 0, undefined, 0],
  ])('price %i, paid %i, entered %i, old amount %s: %i', (prix, paye, versement, ancien, reste) => {
    expect(resteApres(prix, paye, versement, ancien)).toBe(reste)
  })
})

it('a receipt number has six digits, more when a year needs them', () => {
  expect([numeroRecu(2026, 7), numeroRecu(2026, 1_234_567)]).toEqual(['2026-000007', '2026-1234567'])
})

it('a receipt is looked for by its number, with its year or as « reçu »; other numbers are no receipts', () => {
  for (const text of [
    '2026-000123',
    '2026-123',
    'Reçu N° 2026-000123',
    'recu 2026 123',
    'reçu n°2026-000123',
  ])
    expect([text, readRecu(text)]).toEqual([text, { annee: 2026, numero: 123 }])
  expect(readRecu('reçu 000123')).toEqual({ annee: null, numero: 123 })
  for (const text of [
    '123',
    '000123',
    '2026 123',
    'reçu',
    'reçu 0',
    '2026-',
    '26-123',
    'lot 2026-123',
    'reçu 1234567890',
  ])
    expect([text, readRecu(text)]).toEqual([text, null])
})
