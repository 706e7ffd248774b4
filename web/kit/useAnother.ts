import { useEffect, useRef, useState } from 'react'
import { useIdempotencyKeys } from '#web/kit/useIdempotencyKey.ts'

/**
 * For « Enregistrer et ajouter un autre »: `next(name)` once one is saved and the form prepared for the one after it. `added`
 * is the name of the last one, for {@link JustAdded}; `first` the field to go on with, all of it selected; `idempotencyKey`
 * what {@link useIdempotencyKey} gives, another one for each.
 */
export function useAnother() {
  const [idempotencyKey, renewKey] = useIdempotencyKeys()
  const [last, setLast] = useState<{ name: string } | null>(null)
  const first = useRef<HTMLInputElement>(null)
  function next(name: string) {
    renewKey()
    setLast({ name })
  }
  // Once what the form was prepared with stands in the field: it would take the selection away.
  useEffect(() => {
    if (last) first.current?.select()
  }, [last])
  return { idempotencyKey, added: last?.name ?? null, first, next }
}
