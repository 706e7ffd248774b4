import { useState } from 'react'

export interface PlanState {
  /** The PDF chosen in the form. */
  file: File | null
  /** The plan that is kept already is to go. */
  removed: boolean
  choose: (file: File | null) => void
  remove: (removed: boolean) => void
  /** What an edit sends: a file replaces the plan, an empty value takes it away, neither leaves it (Q122). */
  sent: { file: File | null; plan_pdf?: '' }
}

/** The plan of a form: `<PdfField plan={plan} … />`. */
export function usePlan(): PlanState {
  const [file, setFile] = useState<File | null>(null)
  const [removed, setRemoved] = useState(false)
  return {
    file,
    removed,
    choose(chosen) {
      setFile(chosen)
      if (chosen) setRemoved(false)
    },
    remove: setRemoved,
    sent: removed ? { file, plan_pdf: '' } : { file },
  }
}
