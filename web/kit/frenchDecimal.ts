import type { FormEvent } from 'react'

/** A minus, digits of another script, or between two digits anything but what groups them or marks decimals. */
const AUTRE = /\d\s*[^\d\s.,'’]+\s*\d|\p{Dash}\s*\d|(?!\d)\p{Nd}/u

/**
 * A number pasted or filled in, with the comma as its only separator: "1250000.50" and "1,250,000.50" → "…,50",
 * "1.250.000" → "1250000"; nothing of "1,5e3", "-5" or "12/13", whose digits alone would be another number. Several
 * separators of one kind group thousands; otherwise the last one marks the decimals.
 */
export function toFrenchDecimal(text: string, allowNegative: boolean): string {
  if (AUTRE.test(allowNegative ? text.replace(/^\s*-/, '') : text)) return ''
  const dots = text.split('.').length - 1
  const commas = text.split(',').length - 1
  if (dots === 0) return commas > 1 ? text.replaceAll(',', '') : text
  if (commas === 0) return dots === 1 ? text.replace('.', ',') : text.replaceAll('.', '')
  return text.lastIndexOf('.') > text.lastIndexOf(',')
    ? text.replaceAll(',', '').replace('.', ',')
    : text.replaceAll('.', '')
}

/**
 * For `onInputCapture`: the number field reads a dot as a comma when it is typed, but drops it from a text that comes in
 * one piece, which would make 12.50 into 1250.
 */
export function acceptDots(
  { currentTarget: input, nativeEvent }: FormEvent<HTMLInputElement>,
  allowNegative: boolean,
): void {
  if (nativeEvent instanceof InputEvent && nativeEvent.data?.length === 1) return
  const wanted = toFrenchDecimal(input.value, allowNegative)
  if (wanted !== input.value) setValue(input, wanted)
}

/** What stands in a field whose amount is being typed at its end, key by key; '' once anything else has been done to it. */
export interface Keys {
  current: string
}

const GROUPED = /^[1-9]\d{0,2}(?:\.\d{3})+$/

/**
 * For `onInputCapture` of an amount: dots typed between thousands, as "3.050.000" and "1.234,50" have them. Three digits after
 * a dot are no decimals, of which there are two: left out one by one they would make 3 050 000 DA into 3,05 DA.
 */
export function groupByDots(
  { currentTarget: input, nativeEvent }: FormEvent<HTMLInputElement>,
  keys: Keys,
  suffix: string,
): void {
  const key = nativeEvent instanceof InputEvent && nativeEvent.data?.length === 1 ? nativeEvent.data : ''
  const text = input.value.endsWith(suffix) ? input.value.slice(0, -suffix.length || undefined) : input.value
  const atEnd = input.selectionStart === text.length
  keys.current = key === '' || !atEnd ? '' : text === key ? key : keys.current && keys.current + key
  if (!GROUPED.test(keys.current)) return
  const digits = keys.current.replaceAll('.', '')
  setValue(input, digits + suffix)
  input.setSelectionRange(digits.length, digits.length)
}

/** Past the setter that React puts on the element: it must still see that the value changed. */
function setValue(input: HTMLInputElement, wanted: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, wanted)
}
