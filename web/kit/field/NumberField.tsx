import { NumberInput, type NumberInputProps } from '@mantine/core'
import '@mantine/core/styles/NumberInput.layer.css'
import { useRef, useState, type FocusEvent, type FormEvent } from 'react'

interface OwnProps {
  /** True when dots may be typed between thousands. */
  groupedByDots?: boolean
}

export type NumberFieldProps = OwnProps &
  Omit<
    NumberInputProps,
    | 'decimalSeparator'
    | 'thousandSeparator'
    | 'allowedDecimalSeparators'
    | 'fixedDecimalScale'
    | 'hideControls'
  >

/** Field of a number in French spelling, with at most two decimals. Focus selects the text, so that typing replaces it. */
export function NumberField({
  decimalScale = 2,
  allowNegative = false,
  suffix = '',
  groupedByDots = false,
  ...props
}: NumberFieldProps) {
  const selecting = useSelectOnFocus()
  const keys = useRef('')
  return (
    <NumberInput
      {...props}
      {...selecting}
      suffix={suffix}
      decimalScale={decimalScale}
      allowDecimal={decimalScale > 0}
      allowNegative={allowNegative}
      decimalSeparator=","
      thousandSeparator={'\u202F'}
      allowedDecimalSeparators={[',', '.']}
      hideControls
      onKeyDownCapture={({ key, currentTarget }) => key.length === 1 && beforeUnit(currentTarget, suffix)}
      onInputCapture={(event) => {
        acceptDots(event, allowNegative)
        if (groupedByDots) groupByDots(event, keys, suffix)
      }}
      inputMode={decimalScale > 0 ? 'decimal' : 'numeric'}
      // Mantine does not pass bounds and step on to the input, where they must be readable (Q23).
      attributes={{ input: { min: props.min, max: props.max, step: props.step } }}
    />
  )
}

/** Moves the caret before the unit, because a digit typed after the unit, where End leads, would be lost. */
function beforeUnit(input: HTMLInputElement, { length }: string): void {
  const { selectionStart, selectionEnd, value } = input
  const end = value.length - length
  if (length > 0 && selectionStart === selectionEnd && Number(selectionStart) > end)
    input.setSelectionRange(end, end)
}

/**
 * Field of an amount in DA, a decimal number; '' when empty. Thousands are grouped while typing; leaving the field completes the decimals.
 */
export function MoneyField({ value, onChange, onBlur, ...props }: NumberFieldProps) {
  const [typing, setTyping] = useState(false)
  return (
    <NumberField
      {...props}
      value={typing ? value : withBothDecimals(value)}
      onChange={(typed) => {
        setTyping(true)
        onChange?.(typed)
      }}
      onBlur={(event) => {
        setTyping(false)
        onBlur?.(event)
      }}
      suffix={'\u00A0DA'}
      groupedByDots
    />
  )
}

/** 9000000.5 → "9000000.50"; a whole amount stays without decimals. */
function withBothDecimals(value: NumberFieldProps['value']): NumberFieldProps['value'] {
  return /^\d+\.\d$/.test(String(value)) ? `${value}0` : value
}

/** Field of an area in m², a decimal number with at most two decimals; '' when empty. */
export function AreaField(props: NumberFieldProps) {
  return <NumberField {...props} suffix={'\u00A0m²'} />
}

/** Selects the whole field on focus, so that the first key replaces its text. A click and a return from another window do not select. */
function useSelectOnFocus() {
  const pointed = useRef(false)
  const away = useRef(false)
  return {
    onPointerDownCapture: () => {
      pointed.current = true
    },
    onFocusCapture: ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
      if (!pointed.current && !away.current) currentTarget.select()
      pointed.current = false
    },
    onBlurCapture: ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
      pointed.current = false
      // A window that loses the focus keeps its active element.
      away.current = document.activeElement === currentTarget
    },
  }
}

/** Refuses a minus, digits of another script, and any sign between digits that is neither a blank nor a separator. */
const AUTRE = /\d\s*[^\d\s.,'\u2019]+\s*\d|\p{Dash}\s*\d|(?!\d)\p{Nd}/u

/**
 * Normalises a pasted number to a comma as its only separator: "1250000.50" and "1,250,000.50" → "…,50", "1.250.000" → "1250000". A
 * repeated separator groups thousands; otherwise the last separator marks the decimals. '' for "1,5e3", "-5" or "12/13", whose digits alone
 * are another number.
 */
function toFrenchDecimal(text: string, allowNegative: boolean): string {
  if (AUTRE.test(allowNegative ? text.replace(/^\s*-/, '') : text)) return ''
  const dots = text.split('.').length - 1
  const commas = text.split(',').length - 1
  if (dots === 0) return commas > 1 ? text.replaceAll(',', '') : text
  if (commas === 0) return dots === 1 ? text.replace('.', ',') : text.replaceAll('.', '')
  return text.lastIndexOf('.') > text.lastIndexOf(',')
    ? text.replaceAll(',', '').replace('.', ',')
    : text.replaceAll('.', '')
}

/** `onInputCapture` of a number field: Mantine drops the dot of a pasted text, which would turn 12.50 into 1250. */
function acceptDots(
  { currentTarget: input, nativeEvent }: FormEvent<HTMLInputElement>,
  allowNegative: boolean,
): void {
  if (nativeEvent instanceof InputEvent && nativeEvent.data?.length === 1) return
  const wanted = toFrenchDecimal(input.value, allowNegative)
  if (wanted !== input.value) setValue(input, wanted)
}

/** The amount typed so far, key by key at the end of its field; '' after any other change. */
interface Keys {
  current: string
}

const GROUPED = /^[1-9]\d{0,2}(?:\.\d{3})+$/

/** `onInputCapture` of an amount: "3.050.000", with its dots typed, would otherwise become 3,05 DA. */
function groupByDots(
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

/** Uses the native setter, because React overrides the element's and would miss the change. */
function setValue(input: HTMLInputElement, wanted: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, wanted)
}
