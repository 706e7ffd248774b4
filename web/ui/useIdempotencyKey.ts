import { useState } from 'react'

/**
 * One key per opened form: a submit that is repeated, by a double click or after a lost answer, does the work once.
 * Random bytes, since crypto.randomUUID is missing where the office reaches the product by plain http.
 */
export function useIdempotencyKey(): string {
  const [key] = useState(() =>
    [...crypto.getRandomValues(new Uint8Array(16))]
      .map((byte) => byte.toString(16).padStart(2, '0'))
      .join(''),
  )
  return key
}
