import { NumberInput, type NumberInputProps } from '@mantine/core'
import '@mantine/core/styles/NumberInput.layer.css'
import { acceptDots } from '#web/ui/frenchDecimal.ts'

export type NumberFieldProps = Omit<
  NumberInputProps,
  'decimalSeparator' | 'thousandSeparator' | 'allowedDecimalSeparators' | 'fixedDecimalScale' | 'hideControls'
>

/** A number in French spelling: narrow spaces between thousands, comma or dot before at most two decimals, never negative unless told. */
export function NumberField({ decimalScale = 2, allowNegative = false, ...props }: NumberFieldProps) {
  return (
    <NumberInput
      {...props}
      decimalScale={decimalScale}
      allowDecimal={decimalScale > 0}
      allowNegative={allowNegative}
      decimalSeparator=","
      thousandSeparator={'\u202F'}
      allowedDecimalSeparators={[',', '.']}
      hideControls
      onInputCapture={(event) => acceptDots(event, allowNegative)}
      inputMode={decimalScale > 0 ? 'decimal' : 'numeric'}
      // Mantine keeps them to itself; the bounds and the step of a field can be read on it (Q23).
      attributes={{ input: { min: props.min, max: props.max, step: props.step } }}
    />
  )
}
