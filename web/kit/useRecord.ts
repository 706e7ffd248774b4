import type { UseFormReturnType } from '@mantine/form'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useRestoredPart, useSavedPart } from '#web/kit/savedInput.ts'
import { takeFreshValues } from '#web/kit/form.ts'

interface RecordOptions<R, V> {
  /** Reads it again; null when there is none any more, and the form stays as it is. */
  read: (id: number, client: QueryClient) => Promise<R | null>
  /** The form's values out of a record. */
  toSaisie: (fresh: R) => V
  /** Fields that only make sense together: a residence and its bloc. */
  together?: readonly (keyof V & string)[]
  /** What else has to follow the fresh record. */
  onFresh?: (fresh: R) => void
}

/**
 * The record a form edits, with its version, and « Recharger » for when somebody else has changed it meanwhile: what was
 * typed stays, the rest becomes what the record holds now. Without a record the form adds one and there is nothing to reload.
 *
 * `const { record, onReload } = useRecord(client, form, { read: readClient, toSaisie })`
 */
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
