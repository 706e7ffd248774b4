import type { ReactNode } from 'react'
import { FileField, useFile, type FileState } from '#web/kit/FileField.tsx'

export interface PlanState extends FileState {
  /** What an edit sends: a file replaces the plan, an empty value takes it away, neither leaves it (Q122). */
  sent: { file: File | null; plan_pdf?: '' }
}

/** The plan of a form: `<PdfField plan={plan} … />`. */
export function usePlan(): PlanState {
  const state = useFile()
  const { file, removed } = state
  return { ...state, sent: removed ? { file, plan_pdf: '' } : { file } }
}

interface PdfFieldProps {
  label: ReactNode
  plan: PlanState
  /** A plan is already there: choosing another replaces it, and it can be taken away. */
  existing?: boolean
  /** The server's refusal. */
  error?: ReactNode
  required?: boolean
}

const DESCRIPTIONS = {
  none: 'PDF, 10 Mo au plus.',
  existing: 'Un plan est enregistré ; en choisir un autre le remplace.',
  removed: 'Le plan enregistré sera supprimé à l’enregistrement.',
}

/** The plan of a residence or a lot, a PDF: a {@link FileField}. */
export function PdfField({ plan, ...props }: PdfFieldProps) {
  return (
    <FileField
      {...props}
      state={plan}
      kind="pdf"
      placeholder="Choisir un fichier PDF"
      descriptions={DESCRIPTIONS}
      quoi="le plan"
    />
  )
}
