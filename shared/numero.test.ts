import { describe, expect, it } from 'vitest'
import {
  numeroRecu,
  proposeNumero,
  readNumeroCherche,
  readNumeroRecu,
  readRecu,
  REPRISE,
} from '#shared/numero.ts'

describe('the number after a number', () => {
  it.each([
    ['1', '2'],
    ['A-09', 'A-10'],
    ['A-99', 'A-100'],
    ['Lot 3 bis', 'Lot 4 bis'],
    ['B2-007', 'B2-008'],
    ['Angle', ''],
    ['', ''],
  ])('%s → %s', (numero, suivant) => expect(proposeNumero(numero)).toBe(suivant))

  it('skips those already taken, case aside', () => {
    expect(proposeNumero('A-1', ['a-2', 'A-3', 'A-5'])).toBe('A-4')
    expect(proposeNumero('1er étage')).toBe('2e étage')
    expect(proposeNumero('1er étage', ['2E étage'])).toBe('3e étage')
    expect(proposeNumero('1ère tranche')).toBe('2e tranche')
    expect(proposeNumero('Bloc 1 Erable')).toBe('Bloc 2 Erable')
    expect(proposeNumero('A1ERT')).toBe('A2ERT')
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
  for (const text of ['REP-000012', 'rep 12', 'Rep-12', 'reçu n° REP-000012', 'reçu rep 12'])
    expect([text, readRecu(text)]).toEqual([text, { annee: REPRISE, numero: 12 }])
  for (const text of [
    'rep',
    'rep12',
    'lot rep 12',
    'REP-',
    'repos 12',
    '0000-000012',
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

it('what was paid before Diyar has numbers of its own, of no year', () => {
  expect([numeroRecu(REPRISE, 12), numeroRecu(REPRISE, 1_234_567)]).toEqual(['REP-000012', 'REP-1234567'])
})

it('a number alone is a receipt where only payments are looked for', () => {
  expect(readNumeroCherche('000123')).toEqual({ annee: null, numero: 123 })
  expect(readNumeroCherche('rep 12')).toEqual({ annee: REPRISE, numero: 12 })
  expect(readNumeroCherche('rep12')).toBeNull()
})

it('a printed number is read as it is written, and nothing else', () => {
  for (const [annee, numero] of [
    [2026, 123],
    [REPRISE, 12],
    [2026, 1_234_567],
  ] as const)
    expect(readNumeroRecu(numeroRecu(annee, numero))).toEqual({ annee, numero })
  for (const text of ['2026-123', 'reçu 2026-000123', 'rep-000012', 'REP-12', '0000-000012', '000123', ''])
    expect([text, readNumeroRecu(text)]).toEqual([text, null])
})
