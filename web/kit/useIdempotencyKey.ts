import { useState } from 'react'
import { useRestoredPart, useSavedPart } from '#web/kit/savedInput.ts'

/**
 * One key per opened form: a submit that is repeated, by a double click, after a lost answer or after signing in again,
 * does the work once.
 * Random bytes, since crypto.randomUUID is missing where the office reaches the product by plain http.
 */
export function useIdempotencyKey(): string {
  return useIdempotencyKeys()[0]
}

/** The same for a form that adds several in a row: the second value takes a new key, once one is saved. */
export function useIdempotencyKeys(): [string, () => void] {
  const back = useRestoredPart<string | null>('cle', null)
  const [key, setKey] = useState(() => back ?? newKey())
  useSavedPart('cle', key)
  return [key, () => setKey(newKey())]
}

export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
