import { useRef, useState } from 'react'
import { useIdempotencyKeys } from '#web/ui/useIdempotencyKey.ts'

/**
 * For « Enregistrer et ajouter un autre »: `next(name)` once one is saved and the form prepared for the one after it. `added`
 * is the name of the last one, for {@link JustAdded}; `first` the field to go on with, all of it selected; `idempotencyKey`
 * what {@link useIdempotencyKey} gives, another one for each.
 */
export function useAnother() {
  const [idempotencyKey, renewKey] = useIdempotencyKeys()
  const [added, setAdded] = useState<string | null>(null)
  const first = useRef<HTMLInputElement>(null)
  function next(name: string) {
    renewKey()
    setAdded(name)
    requestAnimationFrame(() => first.current?.select())
  }
  return { idempotencyKey, added, first, next }
}
