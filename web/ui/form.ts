import { schemaResolver, useForm, type UseFormReturnType } from '@mantine/form'
import type * as z from 'zod/mini'
import { ApiError } from '#web/api.ts'

/**
 * A form checked by the body schema of a contract: the same rules and sentences as the server's.
 * Values are as typed and as sent: amounts decimal numbers (or '' while empty), days 'YYYY-MM-DD', texts strings.
 *
 * `const form = useContractForm(clientInput, { nomComplet: '', tel: '', email: '', adresse: '' })`
 * `<TextInput label="Nom complet" withAsterisk {...form.getInputProps('nomComplet')} />`
 */
export function useContractForm<V extends Record<string, unknown>>(
  schema: z.ZodMiniType,
  initialValues: V,
): UseFormReturnType<V> {
  return useForm<V>({ mode: 'controlled', initialValues, validate: schemaResolver(schema, { sync: true }) })
}

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

/** The first field in error takes the focus, once its message is on the page. */
export function focusFirstInvalid(form: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const field = form?.querySelector('[aria-invalid="true"]')
    if (field instanceof HTMLElement) field.focus()
  })
}
