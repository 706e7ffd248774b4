import { Button, CloseButton, FileInput, type FileInputProps } from '@mantine/core'
import '@mantine/core/styles/CloseButton.layer.css'
import { IconFileSpreadsheet, IconFileTypePdf, IconPaperclip } from '@tabler/icons-react'
import { useMemo, useRef, useState, useEffect, useEffectEvent, type ReactNode, type RefObject } from 'react'
import styles from '#web/kit/dialog/Dialog.module.css'
import { refusalInside, refusalOf, refusalInsidePiece, refusalOfPiece } from '#web/kit/file/fileChecks.ts'
import { useRestoredPart, useSavedPart } from '#web/kit/form/savedInput.ts'

export interface FileState {
  file: File | null
  /** A chosen file of the wrong kind or size; the form is not sent until the member replaces or removes the file. */
  refused: { file: File; why: string } | null
  /** True when saving removes the stored file. */
  removed: boolean
  choose: (file: File | null, why?: string | null) => void
  remove: (removed: boolean) => void
}

/** State of a form's file: `<FileField state={state} … />`. */
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

const KINDS = {
  pdf: { icon: IconFileTypePdf, accept: 'application/pdf,.pdf', refusalOf, refusalInside },
  piece: {
    icon: IconPaperclip,
    accept: 'application/pdf,image/jpeg,image/png,.pdf,.jpg,.jpeg,.png',
    refusalOf: refusalOfPiece,
    refusalInside: refusalInsidePiece,
  },
  // The server opens a classeur and checks its content.
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
  /** Text under the label: without a stored file, with one, and once the stored file is to be removed. */
  descriptions: { none: string; existing: string; removed: string }
  /** Noun of « Retirer le plan »: « le plan ». */
  quoi: string
  /** True when a file is stored; choosing a file replaces it. */
  existing?: boolean
  view?: ReactNode
  error?: ReactNode
  required?: boolean
}

/** Field of one file of at most 10 MB. A wrong or truncated file is refused at once and stays shown; the server checks again. */
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
        // The order keeps the input in line with the fields beside it.
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
        <div className={`wrap ${styles.under}`}>
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

interface PlanState extends FileState {
  /** Values of an edit: a file replaces the plan, '' removes it, neither keeps it (Q122). */
  sent: { file: File | null; plan_pdf?: '' }
}

/** State of a form's plan: `<PdfField plan={plan} … />`. */
export function usePlan(): PlanState {
  const state = useFile()
  const { file, removed } = state
  return { ...state, sent: removed ? { file, plan_pdf: '' } : { file } }
}

interface PdfFieldProps {
  label: ReactNode
  plan: PlanState
  existing?: boolean
  error?: ReactNode
}

const DESCRIPTIONS = {
  none: 'PDF, 10 Mo au plus.',
  existing: 'Un plan est enregistré ; en choisir un autre le remplace.',
  removed: "Le plan enregistré sera supprimé à l'enregistrement.",
}

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

/** Takes a file dropped on an element. @returns the element's ref, and whether a file is held over the element */
export function useDrop<E extends HTMLElement>(
  onFile: (file: File) => void,
): { ref: RefObject<E | null>; over: boolean } {
  const ref = useRef<E>(null)
  const [over, setOver] = useState(false)
  const take = useEffectEvent(onFile)
  useEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const listening = new AbortController()
    const { signal } = listening
    const hold = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      // A browser allows a drop only where this event is prevented.
      event.preventDefault()
      setOver(true)
    }
    const leave = ({ relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node && element.contains(relatedTarget))) setOver(false)
    }
    const drop = (event: DragEvent) => {
      const file = event.dataTransfer?.files[0]
      if (!file) return
      event.preventDefault()
      setOver(false)
      take(file)
    }
    element.addEventListener('dragenter', hold, { signal })
    element.addEventListener('dragover', hold, { signal })
    element.addEventListener('dragleave', leave, { signal })
    element.addEventListener('drop', drop, { signal })
    return () => listening.abort()
  }, [])
  return { ref, over }
}
