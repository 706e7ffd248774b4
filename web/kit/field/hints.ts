import { aujourdhui, isJour } from '#shared/dates.ts'
import { SIGNE_INCONNU, findInconnus } from '#shared/signes.ts'

interface FieldProps {
  value?: unknown
  error?: unknown
  description?: unknown
}
/** The hint stands under the field, because a hint above would push the field down while the member types. */
const under = (description: string) => ({
  description,
  inputWrapperOrder: ['label', 'input', 'description', 'error'] as const,
})
const told = <P extends FieldProps>(props: P, hint: string | null) =>
  hint === null ? props : { ...props, ...under(hint) }

/**
 * Adds the dim line that helps with a field (entree.md H). What is told of the typed value comes before it: an error and a hint stand in its
 * place.
 */
export const withHelp = <P extends FieldProps>(props: P, help: string | undefined) =>
  told(props, props.error || props.description ? null : (help ?? null))

const NAMED = 3

/** Adds a hint to a printed field whose text has signs that papers cannot print: `{...withPrintHint(form.getInputProps('nomComplet'))}`. */
export function withPrintHint<P extends FieldProps>(props: P) {
  const signs = typeof props.value === 'string' ? findInconnus(props.value) : []
  return told(props, signs.length === 0 ? null : hintOf(signs))
}

const quoted = (sign: string) => `«\u00A0${sign}\u00A0»`

function hintOf(signs: string[]): string {
  const named = signs
    .slice(0, NAMED)
    .map(quoted)
    .join(signs.length > 2 ? ', ' : ' et ')
  const instead = `\u00A0: les documents porteront ${quoted(SIGNE_INCONNU)} à`
  if (signs.length === 1) return `Le signe ${named} ne s'imprime pas${instead} sa place.`
  return signs.length > NAMED
    ? `Plusieurs signes, dont ${named}, ne s'impriment pas${instead} leur place.`
    : `Les signes ${named} ne s'impriment pas${instead} leur place.`
}

/** No date of the product is likely before this day. */
const FIRST_LIKELY = '2000-01-01'

/** Adds a hint to the date of a past act when it is probably a slip; any day is accepted (Q171). */
export function withDateHint<P extends FieldProps>(props: P) {
  const { value } = props
  if (typeof value !== 'string' || !isJour(value)) return props
  if (value > aujourdhui()) return told(props, 'Cette date est dans le futur.')
  return told(props, value < FIRST_LIKELY ? "Cette date est antérieure à l'an 2000." : null)
}
