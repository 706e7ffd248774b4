import { NumberField, type NumberFieldProps } from '#web/ui/NumberField.tsx'

/** An amount in DA: thousands grouped while typing, comma or dot, two decimals. The value is a decimal number, '' when empty. */
export function MoneyField(props: NumberFieldProps) {
  return <NumberField {...props} suffix={'\u00A0DA'} />
}
