import { useForm, type UseFormReturnType } from '@mantine/form'
import { useLayoutEffect, useMemo, useState } from 'react'
import type * as z from 'zod/mini'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { fieldsOf, flattenIssues } from '#shared/issues.ts'
import { ApiError } from '#web/kit/call/api.ts'
import { useRestoredPart, useSavedPart } from '#web/kit/form/savedInput.ts'
import { markFocus } from '#web/kit/dialog/focus.ts'

/**
 * Form checked by the body schema of a contract, with the server's rules and sentences. Its values have their wire form: amounts are
 * decimal numbers ('' while empty), days 'YYYY-MM-DD'. They survive the end of the session (`web/kit/form/savedInput.ts`).
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

function errorsOf(schema: z.ZodMiniType, values: unknown): Record<string, string> {
  return firstSentences(fieldsOf(schema.safeParse(values).error?.issues ?? []))
}

const firstSentences = (errors: Record<string, string[]>): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).flatMap(([field, [first]]) => (first ? [[field, first]] : [])))

/** Shows the error of a number field while typing; a 0, which may become 0,50, is checked when the member leaves the field. */
function tellNumbers<V extends Record<string, unknown>>(
  schema: z.ZodMiniType,
  form: Pick<UseFormReturnType<V>, 'getValues' | 'setErrors'>,
  field: string,
  { onChange, onBlur }: { onChange: (next: unknown) => void; onBlur?: (event: unknown) => void },
) {
  const tell = () => {
    const { error } = schema.safeParse(form.getValues())
    const issue = flattenIssues(error?.issues ?? []).find(({ path }) => path[0] === field)
    // `setFieldError` does nothing when this change has just removed the same sentence.
    if (issue) form.setErrors((told) => ({ ...told, [field]: issue.message }))
  }
  return {
    onChange: (next: unknown) => {
      onChange(next)
      if (isNumber(next) && Number(next) !== 0) tell()
    },
    onBlur: (event: unknown) => {
      onBlur?.(event)
      const value = form.getValues()[field]
      if (typeof value === 'number' || (value !== '' && leavesNumber(event))) tell()
    },
  }
}

/** A number field gives a text when a number would lose digits. */
const isNumber = (given: unknown) =>
  typeof given === 'number' || (typeof given === 'string' && /^\d{11,}\.?\d*$/.test(given))

/** A number field also gives a text that it could not read. */
const leavesNumber = (event: unknown): boolean =>
  typeof event === 'object' &&
  event !== null &&
  'currentTarget' in event &&
  event.currentTarget instanceof HTMLElement &&
  event.currentTarget.dataset['nombre'] !== undefined

/** Shows the server's messages (`errors` of a 422) under their fields; true when there were any. */
export function showServerErrors<V extends Record<string, unknown>>(
  form: Pick<UseFormReturnType<V>, 'setErrors'>,
  error: unknown,
): boolean {
  if (!(error instanceof ApiError)) return false
  const told = firstSentences(error.errors)
  const any = Object.keys(told).length > 0
  if (any) form.setErrors(told)
  return any
}

/**
 * « Recharger »: typed fields keep their values, the others take the fresh record's, so that saving does not undo the work of another
 * member. Fields of `together`, such as a residence and its bloc, are kept or refreshed as one.
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

/** Signal that aborts when the member types or enters another field; moving the focus after that would misplace the next letters. */
export function untilSomebodyGoesOn(): AbortSignal {
  const goesOn = new AbortController()
  const note = (event: Event) => {
    if (!(event.target instanceof Element && event.target.matches('input, textarea'))) return
    // Enter in a one-line field makes this event before it submits the form.
    const sends = event instanceof InputEvent && event.inputType === 'insertLineBreak'
    if (!sends || event.target.matches('textarea')) goesOn.abort()
  }
  for (const type of ['beforeinput', 'focusin'])
    document.addEventListener(type, note, { capture: true, signal: goesOn.signal })
  return goesOn.signal
}

/** Focuses the first invalid field, within 30 frames because React may draw the messages late. `goesOn` cancels the move. */
export function focusFirstInvalid(form: HTMLElement | null, goesOn = untilSomebodyGoesOn()): void {
  function look(frames: number) {
    if (goesOn.aborted) return
    const field = form?.querySelector('[aria-invalid="true"]')
    if (field instanceof HTMLElement) field.focus()
    else if (frames > 0) requestAnimationFrame(() => look(frames - 1))
  }
  queueMicrotask(() => look(30))
}

/** Focuses the first empty required field, if any: a form opened from a bloc or an étage has its first fields filled. */
export function focusFirstEmpty(form: HTMLElement, values: Record<string, unknown>): void {
  const isEmpty = (field: HTMLElement) =>
    ['', null, undefined].some((none) => values[field.dataset['path'] ?? ''] === none)
  const empty = [...form.querySelectorAll<HTMLElement>('[data-path]:required:enabled')].find(isEmpty)
  if (empty) markFocus(form, empty)
}

interface RecordOptions<R, V> {
  /** Reads the record again; null when it is gone, and the form then stays as it is. */
  read: (id: number, client: QueryClient) => Promise<R | null>
  toSaisie: (fresh: R) => V
  /** Fields that are refreshed as one: a residence and its bloc. */
  together?: readonly (keyof V & string)[]
  onFresh?: (fresh: R) => void
}

/** The record that a form edits, and « Recharger » after another member changed it: typed fields stay, the others are refreshed. */
export function useRecord<R extends { id: number; version: number }, V extends Record<string, unknown>>(
  listed: R | undefined,
  form: UseFormReturnType<V>,
  { read, toSaisie, together, onFresh }: RecordOptions<R, V>,
): { record: R | undefined; onReload: (() => Promise<void>) | undefined } {
  const client = useQueryClient()
  const back = useRestoredPart('fiche', listed)
  const [record, setRecord] = useState(listed && back)
  useSavedPart('fiche', record)
  async function reload(id: number) {
    const fresh = await read(id, client)
    if (!fresh) return
    takeFreshValues(form, toSaisie(fresh), together)
    onFresh?.(fresh)
    setRecord(fresh)
  }
  return { record, onReload: record && (() => reload(record.id)) }
}
