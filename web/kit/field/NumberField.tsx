import { TextInput, type TextInputProps } from '@mantine/core'
import {
  useLayoutEffect,
  useRef,
  useState,
  type ChangeEvent,
  type FocusEvent,
  type KeyboardEvent,
} from 'react'
import {
  caretIn,
  countSigns,
  showTyped,
  showValue,
  typedAfter,
  valueOf,
  withoutUnit,
  type Sorte,
} from '#web/kit/field/nombres.ts'

export interface NumberFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  value?: number | string | null
  /** A number, '' when empty, or the typed text when it is no number: the contract refuses that text, and the field keeps it. */
  onChange?: (value: number | string) => void
  /** 0 for a whole number. */
  decimalScale?: 0 | 2
  allowNegative?: boolean
  /** The unit that stands behind the number. */
  suffix?: string
}

/**
 * Field of a number in French spelling, with at most two decimals. Focus selects the text, so that typing replaces it. Only what is typed or
 * pasted changes the number.
 */
export function NumberField({ decimalScale = 2, ...props }: NumberFieldProps) {
  return <Field {...props} sorte={decimalScale === 0 ? 'entier' : 'decimal'} />
}

/** Field of an amount in DA, a decimal number; '' when empty. Thousands are grouped while typing; leaving the field completes the decimals. */
export function MoneyField(props: Omit<NumberFieldProps, 'decimalScale'>) {
  return <Field suffix={'\u00A0DA'} {...props} sorte="montant" />
}

/** Field of an area in m², a decimal number with at most two decimals; '' when empty. */
export function AreaField(props: Omit<NumberFieldProps, 'decimalScale'>) {
  return <Field {...props} suffix={'\u00A0m²'} sorte="decimal" />
}

interface Typing {
  text: string
  /** The value that the field has given for this text. */
  given: string
  /** The value before, which a form that takes values late may still have. */
  former: string
}

function Field({
  value,
  onChange,
  onBlur,
  sorte,
  suffix = '',
  allowNegative = false,
  ...props
}: Omit<NumberFieldProps, 'decimalScale'> & { sorte: Sorte }) {
  const [typing, setTyping] = useState<Typing | null>(null)
  const now = String(value ?? '')
  if (typing && now === typing.given && typing.former !== now) setTyping({ ...typing, former: now })
  const live = typing !== null && (now === typing.given || now === typing.former)
  const shown = live ? showTyped(typing.text, sorte) : showValue(value, sorte === 'montant')
  const caret = useCaret()
  function change({ currentTarget: input, nativeEvent }: ChangeEvent<HTMLInputElement>) {
    const next = withoutUnit(input.value, suffix)
    const text = typedAfter(live ? typing.text : shown, shown, next, allowNegative)
    const given = valueOf(text, sorte)
    const behind = countSigns(next.slice(input.selectionStart ?? next.length))
    const forward = nativeEvent instanceof InputEvent && nativeEvent.inputType === 'deleteContentForward'
    caret.put(input, caretIn(showTyped(text, sorte), behind, !forward))
    setTyping({ text, given: String(given), former: now })
    onChange?.(given)
  }
  return (
    <TextInput
      {...props}
      {...useSelectOnFocus()}
      value={shown === '' ? '' : shown + suffix}
      onChange={change}
      onBlur={(event) => {
        setTyping(null)
        onBlur?.(event)
      }}
      onKeyDownCapture={(event) => {
        placeCaret(event, suffix)
        refuseKey(event, allowNegative)
      }}
      // Its bounds and step, among `props`, do nothing in a text field, but are readable there (Q23).
      inputMode={sorte === 'entier' ? 'numeric' : 'decimal'}
      // By this a form knows on leaving that the text is a number's (`web/kit/form/form.ts`).
      data-nombre={sorte}
    />
  )
}

/** Puts the caret once the new text is drawn: the browser puts it at the end of a text that it did not type itself. */
function useCaret() {
  const wanted = useRef<{ input: HTMLInputElement; at: number } | null>(null)
  useLayoutEffect(() => {
    const { current } = wanted
    wanted.current = null
    if (current && document.activeElement === current.input)
      current.input.setSelectionRange(current.at, current.at)
  })
  return {
    put: (input: HTMLInputElement, at: number) => {
      wanted.current = { input, at }
    },
  }
}

/**
 * Before a key: from behind the unit, where End leads, the caret goes before it, because the key would change the unit; Backspace and Delete
 * pass over the blank between thousands, which would come again.
 */
function placeCaret(
  { key, currentTarget: input }: KeyboardEvent<HTMLInputElement>,
  { length }: string,
): void {
  const back = key === 'Backspace'
  if (!back && key !== 'Delete' && key.length !== 1) return
  const { selectionStart: at, selectionEnd, value } = input
  if (at === null || at !== selectionEnd) return
  const end = value.length - length
  const caret = length > 0 && at > end ? end : at
  const passed = value[back ? caret - 1 : caret] === '\u202F' ? (back ? -1 : key === 'Delete' ? 1 : 0) : 0
  if (caret + passed !== at) input.setSelectionRange(caret + passed, caret + passed)
}

const SIGNS = /^[\p{Nd}\s.,'\u2019\u066B\u066C]$/u
const SIGNS_OR_MINUS = /^[\p{Nd}\s.,'\u2019\u066B\u066C\u2212-]$/u

/** A key that no number has does nothing. */
function refuseKey(event: KeyboardEvent<HTMLInputElement>, allowNegative: boolean): void {
  const { key, ctrlKey, metaKey, altKey } = event
  if ([...key].length !== 1 || ctrlKey || metaKey || altKey) return
  if (!(allowNegative ? SIGNS_OR_MINUS : SIGNS).test(key)) event.preventDefault()
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
