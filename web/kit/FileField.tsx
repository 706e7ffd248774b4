import { Button, CloseButton, FileInput, type FileInputProps } from '@mantine/core'
import '@mantine/core/styles/CloseButton.layer.css'
import { IconFileSpreadsheet, IconFileTypePdf, IconPaperclip } from '@tabler/icons-react'
import { useMemo, useRef, useState, type ReactNode } from 'react'
import styles from '#web/kit/Dialog.module.css'
import { refusalInside, refusalOf } from '#web/kit/pdf.ts'
import { refusalInsidePiece, refusalOfPiece } from '#web/kit/piece.ts'
import { useRestoredPart, useSavedPart } from '#web/kit/savedInput.ts'

export interface FileState {
  /** The file chosen in the form. */
  file: File | null
  /** A file of another kind or too large was chosen: nothing is sent before it is replaced or taken away. */
  refused: { file: File; why: string } | null
  /** The one that is kept already is to go. */
  removed: boolean
  choose: (file: File | null, why?: string | null) => void
  remove: (removed: boolean) => void
}

/** The file of a form: `<FileField state={state} … />`. */
export function useFile(): FileState {
  const back = useRestoredPart('plan', { removed: false })
  const [file, setFile] = useState<File | null>(null)
  const [refused, setRefused] = useState<FileState['refused']>(null)
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
  }
}

/** What a field takes. Where pictures are among it, a phone offers its camera. */
const KINDS = {
  pdf: { icon: IconFileTypePdf, accept: 'application/pdf,.pdf', refusalOf, refusalInside },
  piece: {
    icon: IconPaperclip,
    accept: 'application/pdf,image/jpeg,image/png,.pdf,.jpg,.jpeg,.png',
    refusalOf: refusalOfPiece,
    refusalInside: refusalInsidePiece,
  },
  // What it is inside the server tells: it opens it.
  classeur: {
    icon: IconFileSpreadsheet,
    accept: '.xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    refusalOf: refusalOfPiece,
    refusalInside: () => Promise.resolve(null),
  },
}

const ORDERS = {
  pdf: ['label', 'description', 'input', 'error'],
  piece: ['label', 'input', 'description', 'error'],
  classeur: ['label', 'description', 'input', 'error'],
} satisfies Record<keyof typeof KINDS, FileInputProps['inputWrapperOrder']>

interface FileFieldProps {
  label: ReactNode
  state: FileState
  kind: keyof typeof KINDS
  placeholder: string
  /** What is said under the label: while nothing is kept, beside what is kept, once that is to go. */
  descriptions: { none: string; existing: string; removed: string }
  /** « le plan »: what it is called in « Retirer le plan ». */
  quoi: string
  /** One is already there: choosing another replaces it, and it can be taken away. */
  existing?: boolean
  /** Beside « Retirer … »: what leads to the one that is there. */
  view?: ReactNode
  /** The server's refusal. */
  error?: ReactNode
  required?: boolean
}

/**
 * One file of at most 10 MB. One of another kind or size, or that was cut, is refused at once, in French, and stays in sight
 * until it is replaced or taken away; the server looks again.
 */
export function FileField(props: FileFieldProps) {
  const { label, state, kind, placeholder, descriptions, quoi, existing = false, view } = props
  const { file, refused, removed, remove } = state
  const { icon: Icon, accept, refusalOf: byName, refusalInside: byBytes } = KINDS[kind]
  const latest = useRef<File>(null)
  function choose(wanted: File | null) {
    const why = wanted && byName(wanted)
    latest.current = wanted
    state.choose(wanted, why)
    if (wanted && why === null)
      void byBytes(wanted).then(
        (inside) => inside !== null && latest.current === wanted && state.choose(wanted, inside),
      )
  }
  const shown = refused?.file ?? file
  return (
    <div>
      <FileInput
        label={label}
        withAsterisk={props.required}
        accept={accept}
        placeholder={placeholder}
        // Beside other fields the input stands in their line.
        inputWrapperOrder={ORDERS[kind]}
        description={descriptions[removed ? 'removed' : existing ? 'existing' : 'none']}
        leftSection={<Icon size={18} stroke={1.6} />}
        value={shown}
        onChange={choose}
        error={refused?.why ?? props.error}
        rightSection={shown && <CloseButton aria-label="Retirer le fichier" onClick={() => choose(null)} />}
        rightSectionPointerEvents="all"
      />
      {existing && !shown && (
        <div className={styles.under}>
          {!removed && view}
          <Button
            variant="subtle"
            size="compact-sm"
            color={removed ? undefined : 'red'}
            onClick={() => remove(!removed)}
          >
            {removed ? `Garder ${quoi}` : `Retirer ${quoi}`}
          </Button>
        </div>
      )}
    </div>
  )
}
