import { useForm, type UseFormReturnType } from '@mantine/form'
import { useLayoutEffect, useMemo, useState } from 'react'
import type * as z from 'zod/mini'
import { fieldsOf, flattenIssues } from '#shared/issues.ts'
import { ApiError } from '#web/kit/api.ts'
import { useRestoredPart, useSavedPart } from '#web/kit/savedInput.ts'
import { markFocus } from '#web/kit/markFocus.ts'

/**
 * A form checked by the body schema of a contract: the same rules and sentences as the server's.
 * Values are as typed and as sent: amounts decimal numbers (or '' while empty), days 'YYYY-MM-DD', texts strings.
 * They outlive the session: who signs in again finds them (`web/kit/savedInput.ts`).
 *
 * `const form = useContractForm(clientInput, { nomComplet: '', tel: '', email: '', adresse: '' })`
 * `<TextInput label="Nom complet" withAsterisk {...form.getInputProps('nomComplet')} />`
 */
export function useContractForm<V extends Record<string, unknown>>(
  schema: z.ZodMiniType,
  initialValues: V,
): UseFormReturnType<V> {
  const name = `saisie:${Object.keys(initialValues).join()}`
  const back = useRestoredPart<{ values: V; initial: V } | null>(name, null)
  const form = useForm<V>({
    mode: 'controlled',
    initialValues: { ...initialValues, ...back?.values },
    validate: (values) => errorsOf(schema, values),
    enhanceGetInputProps: ({ inputProps, field, form: shown }) =>
      tellNumbers(schema, shown, String(field), inputProps),
  })
  const { values, getInitialValues, setInitialValues } = form
  const [initial] = useState(back && { ...initialValues, ...back.initial })
  useLayoutEffect(() => {
    if (initial) setInitialValues(initial)
    // oxlint-disable-next-line react/exhaustive-deps -- once
  }, [])
  useSavedPart(
    name,
    useMemo(() => ({ values, initial: getInitialValues() }), [values, getInitialValues]),
  )
  return form
}

/** The first sentence of each field, as the server would give it: of a field that may be empty too, what is wrong with it. */
function errorsOf(schema: z.ZodMiniType, values: unknown): Record<string, string> {
  const { error } = schema.safeParse(values)
  const pairs = Object.entries(fieldsOf(error?.issues ?? []))
  return Object.fromEntries(pairs.flatMap(([field, [first]]) => (first ? [[field, first]] : [])))
}

/**
 * A number that the schema refuses is told under its field as it is typed; a nought, which may become 0,50, when its field
 * is left; one that is missing, when the form is sent.
 */
function tellNumbers<V extends Record<string, unknown>>(
  schema: z.ZodMiniType,
  form: Pick<UseFormReturnType<V>, 'getValues' | 'setErrors'>,
  field: string,
  { onChange, onBlur }: { onChange: (next: unknown) => void; onBlur?: (event: unknown) => void },
) {
  const tell = () => {
    const { error } = schema.safeParse(form.getValues())
    const issue = flattenIssues(error?.issues ?? []).find(({ path }) => path[0] === field)
    // Not `setFieldError`, which does nothing where the change has just taken the same sentence away.
    if (issue) form.setErrors((told) => ({ ...told, [field]: issue.message }))
  }
  return {
    onChange: (next: unknown) => {
      onChange(next)
      if (isNumber(next) && Number(next) !== 0) tell()
    },
    onBlur: (event: unknown) => {
      onBlur?.(event)
      if (typeof form.getValues()[field] === 'number') tell()
    },
  }
}

/** What a number field gives: a text where a number would not keep all the digits. */
const isNumber = (given: unknown) =>
  typeof given === 'number' || (typeof given === 'string' && /^\d{11,}\.?\d*$/.test(given))

/** Puts the server's sentences (422 `errors`) under their fields. Were there any? */
export function showServerErrors<V extends Record<string, unknown>>(
  form: Pick<UseFormReturnType<V>, 'setErrors'>,
  error: unknown,
): boolean {
  if (!(error instanceof ApiError)) return false
  const pairs = Object.entries(error.errors).flatMap(([field, [first]]) => (first ? [[field, first]] : []))
  if (pairs.length > 0) form.setErrors(Object.fromEntries(pairs))
  return pairs.length > 0
}

/**
 * « Recharger »: what was typed stays, the other fields take what the record holds now, so that saving undoes nobody's work.
 * Fields that only make sense together (a residence and its bloc) stay or go together.
 */
export function takeFreshValues<V extends Record<string, unknown>>(
  form: UseFormReturnType<V>,
  fresh: V,
  together: readonly (keyof V & string)[] = [],
): void {
  const typed = form.getValues()
  const dirty = new Set(Object.keys(fresh).filter((field) => form.isDirty(field)))
  if (together.some((field) => dirty.has(field))) for (const field of together) dirty.add(field)
  const kept = Object.fromEntries([...dirty].map((field) => [field, typed[field]]))
  form.setInitialValues(fresh)
  form.setValues({ ...fresh, ...kept })
}

/**
 * Aborted once somebody writes something, or comes to another field. From then on he is not led anywhere: his next letters
 * would land there.
 */
export function untilSomebodyGoesOn(): AbortSignal {
  const goesOn = new AbortController()
  const note = (event: Event) => {
    if (!(event.target instanceof Element && event.target.matches('input, textarea'))) return
    // What Enter does to a field of one line, before it sends the form.
    const sends = event instanceof InputEvent && event.inputType === 'insertLineBreak'
    if (!sends || event.target.matches('textarea')) goesOn.abort()
  }
  for (const type of ['beforeinput', 'focusin'])
    document.addEventListener(type, note, { capture: true, signal: goesOn.signal })
  return goesOn.signal
}

/**
 * The first field in error takes the focus, once its message is on the page: at once where React draws it before the next
 * key, else some frames from now, unless somebody goes on meanwhile, or has since `goesOn` was taken.
 */
export function focusFirstInvalid(form: HTMLElement | null, goesOn = untilSomebodyGoesOn()): void {
  function look(frames: number) {
    if (goesOn.aborted) return
    const field = form?.querySelector('[aria-invalid="true"]')
    if (field instanceof HTMLElement) field.focus()
    else if (frames > 0) requestAnimationFrame(() => look(frames - 1))
  }
  queueMicrotask(() => look(30))
}

/**
 * A form whose first fields are filled in already, with the bloc and the étage one comes from, begins at the first required
 * one that is empty; any other where it says, by `data-autofocus`.
 */
export function focusFirstEmpty(form: HTMLElement, values: Record<string, unknown>): void {
  const isEmpty = (field: HTMLElement) =>
    ['', null, undefined].some((none) => values[field.dataset['path'] ?? ''] === none)
  const empty = [...form.querySelectorAll<HTMLElement>('[data-path]:required:enabled')].find(isEmpty)
  if (empty) markFocus(form, empty)
}
