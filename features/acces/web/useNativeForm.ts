import { useRef, useState, type FormEvent } from 'react'
import { ApiError, messageOf } from '#web/kit/call/api.ts'

interface NativeFormOptions<K extends string> {
  /** A field that is not on the screen is sent as ''. */
  fields: readonly K[]
  messages: Record<K, { empty: string; invalid?: string }>
  onSubmit: (values: Record<K, string>) => Promise<unknown>
  fallback: string
  /** Fields to which a refusal of the server leads; at the others it is told without moving the focus. */
  leadsTo?: readonly K[]
}

/** Props of an input of such a form. */
export interface NativeField {
  name: string
  error: string | undefined
  onInput: () => void
}

/** Form of a public screen, ruled by the inputs' `required` and `type`: a first visit loads neither zod nor the form library. */
export function useNativeForm<K extends string>({
  fields,
  messages,
  onSubmit,
  fallback,
  leadsTo = [],
}: NativeFormOptions<K>) {
  const [errors, setErrors] = useState<Partial<Record<K, string>>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const running = useRef(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (running.current) return
    const form = event.currentTarget
    const found: Partial<Record<K, string>> = {}
    const values: Partial<Record<K, string>> = {}
    for (const field of fields) {
      const input = form.elements.namedItem(field)
      values[field] = input instanceof HTMLInputElement ? input.value : ''
      if (!(input instanceof HTMLInputElement)) continue
      if (input.validity.valueMissing) found[field] = messages[field].empty
      else if (!input.validity.valid) found[field] = messages[field].invalid ?? messages[field].empty
    }
    setErrors(found)
    const first = fields.find((field) => found[field] !== undefined)
    if (first !== undefined) {
      focus(form, first)
      return
    }
    const sentFrom = document.activeElement
    running.current = true
    setBusy(true)
    setFailure(null)
    try {
      if (isComplete(values, fields)) await onSubmit(values)
    } catch (error) {
      setFailure(messageOf(error, fallback))
      if (!(error instanceof ApiError)) return
      const told = firstSentences(error.errors, fields)
      setErrors(told)
      const field = fields.find((one) => told[one] !== undefined)
      if (field === undefined || !leadsTo.includes(field)) return
      const { activeElement } = document
      // A member who writes elsewhere by then stays there.
      if (activeElement === sentFrom || activeElement === document.body) focus(form, field)
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  const bind = (field: K): NativeField => ({
    name: field,
    error: errors[field],
    onInput: () =>
      setErrors((current) => (current[field] === undefined ? current : { ...current, [field]: undefined })),
  })
  return { submit, bind, busy, failure }
}

function focus(form: HTMLFormElement, field: string): void {
  const input = form.elements.namedItem(field)
  if (input instanceof HTMLElement) input.focus()
}

function isComplete<K extends string>(
  values: Partial<Record<K, string>>,
  fields: readonly K[],
): values is Record<K, string> {
  return fields.every((field) => values[field] !== undefined)
}

function firstSentences<K extends string>(
  errors: Record<string, string[]>,
  fields: readonly K[],
): Partial<Record<K, string>> {
  const sentences: Partial<Record<K, string>> = {}
  for (const field of fields) if (errors[field]?.[0]) sentences[field] = errors[field][0]
  return sentences
}
