import { NumberField, type NumberFieldProps } from '#web/kit/NumberField.tsx'

/** An area in m², two decimals at most. The value is a decimal number, '' when empty. */
export function AreaField(props: NumberFieldProps) {
  return <NumberField {...props} suffix={'\u00A0m²'} />
}
