import { NumberInput, type NumberInputProps } from '@mantine/core'
import '@mantine/core/styles/NumberInput.layer.css'
import { useRef } from 'react'
import { acceptDots, groupByDots } from '#web/kit/frenchDecimal.ts'
import { useSelectOnFocus } from '#web/kit/useSelectOnFocus.ts'

interface OwnProps {
  /** Dots may be typed between thousands. */
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

/** A number in French spelling: narrow spaces between thousands, comma or dot before at most two decimals, never negative unless told; typed over when it is entered. */
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
      // Mantine keeps them to itself; the bounds and the step of a field can be read on it (Q23).
      attributes={{ input: { min: props.min, max: props.max, step: props.step } }}
    />
  )
}

/** After the unit, where End leads, a digit would be lost. */
function beforeUnit(input: HTMLInputElement, { length }: string): void {
  const { selectionStart, selectionEnd, value } = input
  const end = value.length - length
  if (length > 0 && selectionStart === selectionEnd && Number(selectionStart) > end)
    input.setSelectionRange(end, end)
}
