import { useMemo, useState } from 'react'
import { useRestoredPart, useSavedPart } from '#web/kit/savedInput.ts'

export interface PlanState {
  /** The PDF chosen in the form. */
  file: File | null
  /** A file that is no PDF or too large was chosen: nothing is sent before it is replaced or taken away. */
  refused: { file: File; why: string } | null
  /** The plan that is kept already is to go. */
  removed: boolean
  choose: (file: File | null, why?: string | null) => void
  remove: (removed: boolean) => void
  /** What an edit sends: a file replaces the plan, an empty value takes it away, neither leaves it (Q122). */
  sent: { file: File | null; plan_pdf?: '' }
}

/** The plan of a form: `<PdfField plan={plan} … />`. */
export function usePlan(): PlanState {
  const back = useRestoredPart('plan', { removed: false })
  const [file, setFile] = useState<File | null>(null)
  const [refused, setRefused] = useState<PlanState['refused']>(null)
  const [removed, setRemoved] = useState(back.removed)
  const chosen = file !== null
  useSavedPart(
    'plan',
    useMemo(() => ({ removed, chosen }), [removed, chosen]),
  )
  return {
    file,
    refused,
    removed,
    choose(wanted, why = null) {
      setFile(why === null ? wanted : null)
      setRefused(wanted && why !== null ? { file: wanted, why } : null)
      if (wanted && why === null) setRemoved(false)
    },
    remove: setRemoved,
    sent: removed ? { file, plan_pdf: '' } : { file },
  }
}
