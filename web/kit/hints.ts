import { aujourdhui, isJour } from '#shared/dates.ts'
import { SIGNE_INCONNU, findInconnus } from '#shared/signes.ts'

interface FieldProps {
  value?: unknown
}
/** Under the field, where its error stands too: what is above it would push it down while it is typed in. */
const under = (description: string) => ({
  description,
  inputWrapperOrder: ['label', 'input', 'description', 'error'] as const,
})
const told = <P extends FieldProps>(props: P, hint: string | null) =>
  hint === null ? props : { ...props, ...under(hint) }

/** So many signs are named; the others are like them. */
const NAMED = 3

/**
 * What to spread on a field whose text stands on papers: it says which signs they cannot print, and refuses nothing.
 * `<TextInput label="Nom complet" {...printed(form.getInputProps('nomComplet'))} />`
 */
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
  if (signs.length === 1) return `Le signe ${named} ne s’imprime pas${instead} sa place.`
  return signs.length > NAMED
    ? `Plusieurs signes, dont ${named}, ne s’impriment pas${instead} leur place.`
    : `Les signes ${named} ne s’impriment pas${instead} leur place.`
}

/** Nothing that this product keeps happened before. */
const FIRST_LIKELY = '2000-01-01'

/** What to spread on the day of what has been done: any day is accepted (Q171), one that is likely a slip is pointed out. */
export function withDateHint<P extends FieldProps>(props: P) {
  const { value } = props
  if (typeof value !== 'string' || !isJour(value)) return props
  if (value > aujourdhui()) return told(props, 'Cette date est dans le futur.')
  return told(props, value < FIRST_LIKELY ? 'Cette date est antérieure à l’an 2000.' : null)
}
