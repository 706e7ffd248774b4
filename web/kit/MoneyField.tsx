import { useState } from 'react'
import { NumberField, type NumberFieldProps } from '#web/kit/NumberField.tsx'

/**
 * An amount in DA: thousands grouped while typing, comma or dot, two decimals as soon as there is one, once it is typed.
 * The value is a decimal number, '' when empty.
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

/** 9000000.5 → "9000000.50", which the field shows as it is; a whole amount stays without decimals. */
function withBothDecimals(value: NumberFieldProps['value']): NumberFieldProps['value'] {
  return /^\d+\.\d$/.test(String(value)) ? `${value}0` : value
}
