import { Button, CloseButton, FileInput } from '@mantine/core'
import '@mantine/core/styles/CloseButton.layer.css'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useMemo, useRef, useState, type ReactNode } from 'react'
import styles from '#web/kit/Dialog.module.css'
import { refusalInside, refusalOf } from '#web/kit/pdf.ts'
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

interface PdfFieldProps {
  label: ReactNode
  plan: PlanState
  /** A plan is already there: choosing another replaces it, and it can be taken away. */
  existing?: boolean
  /** The server's refusal. */
  error?: ReactNode
  required?: boolean
}

/**
 * One PDF of at most 10 MB. A file of another kind or size, or a PDF that was cut, is refused at once, in French, and stays
 * in sight until it is replaced or taken away; the server looks again.
 */
export function PdfField({ label, plan, existing = false, error, required }: PdfFieldProps) {
  const { file, refused, removed, remove } = plan
  const latest = useRef<File>(null)
  function choose(wanted: File | null) {
    const why = wanted && refusalOf(wanted)
    latest.current = wanted
    plan.choose(wanted, why)
    if (wanted && why === null)
      void refusalInside(wanted).then(
        (inside) => inside !== null && latest.current === wanted && plan.choose(wanted, inside),
      )
  }
  const shown = refused?.file ?? file
  return (
    <div>
      <FileInput
        label={label}
        withAsterisk={required}
        accept="application/pdf,.pdf"
        placeholder="Choisir un fichier PDF"
        description={
          removed
            ? 'Le plan enregistré sera supprimé à l’enregistrement.'
            : existing
              ? 'Un plan est enregistré ; en choisir un autre le remplace.'
              : 'PDF, 10 Mo au plus.'
        }
        leftSection={<IconFileTypePdf size={18} stroke={1.6} />}
        value={shown}
        onChange={choose}
        error={refused?.why ?? error}
        rightSection={shown && <CloseButton aria-label="Retirer le fichier" onClick={() => choose(null)} />}
        rightSectionPointerEvents="all"
      />
      {existing && !shown && (
        <Button
          className={styles.under}
          variant="subtle"
          size="compact-sm"
          color={removed ? undefined : 'red'}
          onClick={() => remove(!removed)}
        >
          {removed ? 'Garder le plan' : 'Retirer le plan'}
        </Button>
      )}
    </div>
  )
}
