import { useRef, useState, useEffect } from 'react'
import { isLost } from '#web/kit/call/api.ts'
import { useRestoredPart, useSavedPart } from '#web/kit/form/savedInput.ts'

/** One idempotency key for each opened form, so that a repeated submit is done once. crypto.randomUUID is missing on plain http. */
export function useIdempotencyKey(): string {
  return useIdempotencyKeys()[0]
}

/** Key of a form that adds several records; the second value renews the key after each save. */
function useIdempotencyKeys(): [string, () => void] {
  const back = useRestoredPart<string | null>('cle', null)
  const [key, setKey] = useState(() => back ?? newKey())
  useSavedPart('cle', key)
  return [key, () => setKey(newKey())]
}

/** Key of a repeatable act: `act((key) => send(…, key), [file])`. Only a lost answer lets the same act repeat its key. */
export function useActKey(): <R>(send: (key: string) => Promise<R>, what?: readonly unknown[]) => Promise<R> {
  const held = useRef<{ key: string; what: readonly unknown[] }>(null)
  return async (send, what = []) => {
    const before = held.current
    const same = before?.what.length === what.length && before.what.every((part, rank) => part === what[rank])
    const { key } = (held.current = same ? before : { key: newKey(), what })
    try {
      const answer = await send(key)
      held.current = null
      return answer
    } catch (error) {
      if (!isLost(error)) held.current = null
      throw error
    }
  }
}

export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * State of a form with « Enregistrer et ajouter un autre »: `next(name)` follows a save, `added` is the last name, `first` the field to
 * select.
 */
export function useAnother() {
  const [idempotencyKey, renewKey] = useIdempotencyKeys()
  const [last, setLast] = useState<{ name: string } | null>(null)
  const first = useRef<HTMLInputElement>(null)
  function next(name: string) {
    renewKey()
    setLast({ name })
  }
  // An effect runs after the prepared values are in the field; setting them later would lose the selection.
  useEffect(() => {
    if (last) first.current?.select()
  }, [last])
  return { idempotencyKey, added: last?.name ?? null, first, next }
}

/** « Appartement A-12 ajouté. Au suivant : » above the fields of a form that adds several records in a row. */
export function JustAdded({
  what,
  name,
  feminine = false,
}: {
  what: string
  name: string | null
  feminine?: boolean
}) {
  if (name === null) return null
  return (
    <p role="status" style={{ margin: 0 }}>
      {what} <bdi>{name}</bdi> ajouté{feminine && 'e'}. {feminine ? 'À la suivante' : 'Au suivant'} :
    </p>
  )
}
