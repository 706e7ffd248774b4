import { describe, expect, it } from 'vitest'
import { readCentiemes } from '#shared/argent.ts'
import { DECIMAUX_ECRITS, MONTANTS_ECRITS } from '#shared/saisie.essais.ts'
import {
  caretIn,
  showTyped,
  showValue,
  typedAfter,
  valueOf,
  withoutUnit,
  type Sorte,
} from '#web/kit/field/nombres.ts'

/** Returns the value of a field after these keys, or after one paste, and the text it shows without its unit. */
function field(sorte: Sorte, inputs: readonly string[]) {
  let [typed, shown] = ['', '']
  for (const input of inputs) {
    typed = typedAfter(typed, shown, shown + input)
    shown = showTyped(typed, sorte)
  }
  return { value: valueOf(typed, sorte), shown }
}
const plain = (text: string) => text.replace(/[\u202F\u00A0]/g, ' ')
const ways = (text: string) => [['typed', [...text]] as const, ['pasted', [text]] as const]

// spec: RF-04, RF-22
describe('an amount, typed and pasted', () => {
  it.each(MONTANTS_ECRITS)('« %s » → %j', (written, centimes) => {
    for (const [way, inputs] of ways(written)) {
      const { value, shown } = field('montant', inputs)
      expect([way, readCentiemes(value)]).toEqual([way, centimes])
      // A refused text stays as it was typed; a value that was read comes out of the shown text again.
      const [stays, again] = centimes === null ? [written, written.trim()] : [shown, value]
      expect([way, shown, valueOf(shown, 'montant')]).toEqual([way, stays, again])
    }
  })
})

// spec: RF-04
describe('an area or a percent, typed and pasted', () => {
  it.each(DECIMAUX_ECRITS)('« %s » → %j', (written, centiemes) => {
    for (const [way, inputs] of ways(written)) {
      const { value, shown } = field('decimal', inputs)
      expect([way, readCentiemes(value)]).toEqual([way, centiemes])
      expect([way, shown]).toEqual([way, centiemes === null ? written : shown])
    }
  })
})

describe('while it is typed', () => {
  it.each([
    ['3050000', '3 050 000'],
    ['3050000,5', '3 050 000,5'],
    ['3050000.', '3 050 000,'],
    ['1.234', '1 234'],
    ['1.234,', '1 234,'],
    ['1.234.', '1.234.'],
    ['1.234.5', '1.234.5'],
    ['12,50', '12,50'],
    ['0850000', '0 850 000'],
    ['٣٠٥٠', '3 050'],
  ])('« %s » shows « %s »', (keys, shown) => expect(plain(field('montant', [...keys]).shown)).toBe(shown))

  it('a change within begins anew with what stands there', () => {
    expect(typedAfter('3.05', '3,05', '3,0')).toBe('3,0')
    expect(typedAfter('9500000', '9\u202F500\u202F000', '9\u202F50\u202F000')).toBe('950000')
  })

  it('what has another sign between its digits is emptied, so is a minus where none may be', () => {
    for (const other of ['1e3', '1.5E+03', '12/13', '12-13', '-5', '−5'])
      expect(typedAfter('', '', other)).toBe('')
    expect(['-5', '−5'].map((text) => valueOf(typedAfter('', '', text, true), 'montant'))).toEqual([-5, -5])
    expect(typedAfter('', '', '12/13', true)).toBe('')
  })

  it('a whole number has no thousands but blanks, and no decimals', () => {
    expect(field('entier', ['1250'])).toEqual({ value: 1250, shown: '1\u202F250' })
    expect(field('entier', [...'12.5'])).toEqual({ value: '12.5', shown: '12.5' })
  })

  it('a number too long for a double keeps its digits', () => {
    expect(valueOf('99999999999,99', 'montant')).toBe(99_999_999_999.99)
    expect(valueOf('999999999999999', 'decimal')).toBe('999999999999999')
  })
})

it('a value is shown in French, a text as it is', () => {
  expect(plain(showValue(9_000_000.5, true))).toBe('9 000 000,50')
  expect(plain(showValue(9_000_000.5, false))).toBe('9 000 000,5')
  expect(plain(showValue('1250.75', true))).toBe('1 250,75')
  expect([null, undefined, '', '0,500', -5].map((value) => showValue(value, true))).toEqual([
    '',
    '',
    '',
    '0,500',
    '-5',
  ])
})

// spec: RF-04
it('what was refused stays as typed when the field is left', () => {
  for (const [written, centimes] of MONTANTS_ECRITS.filter((one) => one[1] === null))
    expect([centimes, showValue(valueOf(written, 'montant'), true)]).toEqual([null, written])
  for (const [written, centiemes] of DECIMAUX_ECRITS.filter((one) => one[1] === null))
    expect([centiemes, showValue(valueOf(written, 'decimal'), false)]).toEqual([null, written])
})

it('the unit is left out, also what keys left of it', () => {
  for (const text of ['12\u00A0DA', '12\u00A0D', '12DA', '12\u00A0', '12', '12A'])
    expect(withoutUnit(text, '\u00A0DA')).toBe('12')
  // Signs that land behind it are read as if they had landed before it.
  expect(withoutUnit('12\u00A0DA5', '\u00A0DA')).toBe('125')
  expect(withoutUnit('12', '')).toBe('12')
})

it('the caret keeps the signs behind it', () => {
  const shown = '63\u202F600\u202F005'
  expect([0, 2, 3, 6, 8].map((after) => caretIn(shown, after, false))).toEqual([10, 8, 7, 3, 0])
  expect([3, 6].map((after) => caretIn(shown, after, true))).toEqual([6, 2])
})
