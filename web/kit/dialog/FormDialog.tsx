import type { UseFormReturnType } from '@mantine/form'
import { useCallback, useRef, useState, type ReactNode } from 'react'
import { ApiError, messageOf } from '#web/kit/call/api.ts'
import { DIALOG, useSavedPart, useRestoredMessage } from '#web/kit/form/savedInput.ts'
import { Banner, EchecDeSaisie } from '#web/kit/feedback/Banner.tsx'
import { Dialog, DialogActions, type DialogSize } from '#web/kit/dialog/Dialog.tsx'
import styles from '#web/kit/dialog/Dialog.module.css'
import {
  focusFirstEmpty,
  focusFirstInvalid,
  showServerErrors,
  untilSomebodyGoesOn,
} from '#web/kit/form/form.ts'
import type { FileState } from '#web/kit/file/FileField.tsx'

interface FormDialogProps<V extends Record<string, unknown>> {
  title: string
  form: UseFormReturnType<V>
  /**
   * Saves the form. A rejection shows in the red banner until the next attempt, and the dialog keeps its values; `false`, a declined
   * confirmation, also keeps the dialog open.
   */
  onSubmit: (values: V) => Promise<unknown>
  /** Called after `onSubmit` succeeds and on Annuler. */
  onClose: () => void
  /** Adds « Enregistrer et ajouter un autre »; called after that save to prepare the next record instead of closing. */
  onAnother?: (values: V) => void
  /** Second submit button, also on Ctrl + Entrée; `after` runs instead of `onClose`. */
  second?: { label: string; after: (values: V) => void }
  /** The second button is the usual one: filled, at the right. */
  secondFirst?: boolean
  submitLabel: string
  /** Sentence beside a closed button that names the step it waits for: « Choisissez un moyen. » */
  attend?: string | undefined
  cancelLabel?: string | undefined
  busyLabel: string
  /** The screen's sentence for an answer without a message: « Erreur lors de l'ajout du client. » */
  fallback: string
  /** Reads the record again and keeps the typed values: « Recharger », offered after a 409. */
  onReload?: () => Promise<unknown>
  /** Label of that button when it reads something else than a record. */
  reloadLabel?: string
  /** True when the backdrop and Escape close the dialog (charges only, Q16). */
  dismissible?: boolean
  /** True for a form of the specification, which Escape never closes (Q16); any other closes while nobody has touched it. */
  specified?: boolean
  disabled?: boolean
  /** True for a red button, for an action that is hard to undo. */
  danger?: boolean
  /** File of the form; a refused file blocks submitting. */
  plan?: Pick<FileState, 'refused'>
  size?: DialogSize
  /** False when every field is optional. */
  required?: boolean
  /** The fields, one below the other; a `<FieldPair>` puts two side by side. */
  children: ReactNode
}

/** Dialog with a form, to add or to edit a record. */
export function FormDialog<V extends Record<string, unknown>>(props: FormDialogProps<V>) {
  const {
    title,
    form,
    onSubmit,
    onClose,
    onAnother,
    second = onAnother && { label: 'Enregistrer et ajouter un autre', after: onAnother },
    secondFirst,
    submitLabel,
    attend,
    cancelLabel,
    busyLabel,
    fallback,
    onReload,
    reloadLabel,
    dismissible = false,
    specified = false,
    disabled,
    danger = false,
    plan,
    size = onAnother ? 'three' : 'md',
    required = true,
    children,
  } = props
  const [busy, setBusy] = useState(false)
  const [reloading, setReloading] = useState(false)
  const [failure, setFailure] = useState<{ message: string; stale: boolean } | null>(null)
  // A ref, because state would update too late for the second click of a double click.
  const running = useRef(false)
  const touched = useRef(false)
  const touch = () => {
    touched.current = true
  }
  const element = useRef<HTMLFormElement>(null)
  const begun = useRef(false)
  const { getValues } = form
  const begin = useCallback(
    (node: HTMLFormElement | null) => {
      if (node && !begun.current) focusFirstEmpty(node, getValues())
      begun.current ||= node !== null
      element.current = node
    },
    [getValues],
  )
  const word = useRestoredMessage()
  const [tried, setTried] = useState(false)
  useSavedPart(DIALOG, true)

  async function submit(then: (values: V) => void = onClose) {
    if (running.current || disabled || reloading) return
    running.current = true
    touch()
    const goesOn = untilSomebodyGoesOn()
    try {
      const { hasErrors } = form.validate()
      if (hasErrors || plan?.refused) return focusFirstInvalid(element.current, goesOn)
      setFailure(null)
      setTried(true)
      setBusy(true)
      const values = form.getValues()
      if ((await onSubmit(values)) === false) return
      then(values)
    } catch (error) {
      setFailure({
        message: messageOf(error, fallback),
        stale: error instanceof ApiError && error.stale,
      })
      if (showServerErrors(form, error)) focusFirstInvalid(element.current, goesOn)
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  async function reload() {
    setReloading(true)
    try {
      await onReload?.()
      setFailure(null)
    } catch (error) {
      setFailure({ message: messageOf(error, fallback), stale: true })
    } finally {
      setReloading(false)
    }
  }

  return (
    <Dialog
      title={title}
      onClose={onClose}
      dismissible={dismissible}
      escapes={() => dismissible || (!specified && word === null && !touched.current && !form.isDirty())}
      busy={busy}
      size={size}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a shortcut of all its fields */}
      <form
        ref={begin}
        noValidate
        aria-label={title}
        onInputCapture={touch}
        onDropCapture={touch}
        // An option chosen from a list raises no event of its field.
        onClickCapture={({ target }) => {
          if (target instanceof Element && target.closest('button, [role="option"]')) touch()
        }}
        // A submit event also bubbles up from a dialog on top of this one.
        onSubmit={(event) => {
          event.preventDefault()
          if (event.target === event.currentTarget) void submit()
        }}
        onKeyDown={(event) => {
          if (!(event.target instanceof Node && event.currentTarget.contains(event.target))) return
          if (!second || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          void submit(second.after)
        }}
      >
        {failure && (
          <div className={styles.banner}>
            <EchecDeSaisie
              failure={failure}
              onReload={onReload && (() => void reload())}
              reloadLabel={reloadLabel}
              reloading={reloading}
            />
          </div>
        )}
        {word !== null && !tried && (
          <div className={styles.banner}>
            <Banner kind="info">{word}</Banner>
          </div>
        )}
        {required && (
          <p className={`dim small ${styles.required}`}>Les champs marqués d'un * sont obligatoires.</p>
        )}
        <div className={`stack gap-14 ${styles.fields}`}>{children}</div>
        <DialogActions
          submitLabel={submitLabel}
          busyLabel={busyLabel}
          busy={busy}
          // Saved before the record is read again, the form would meet the same refusal.
          disabled={disabled || reloading}
          danger={danger}
          onCancel={onClose}
          cancelLabel={cancelLabel}
          attend={attend}
          secondFirst={secondFirst}
          {...(second && { second: { label: second.label, onClick: () => void submit(second.after) } })}
        />
      </form>
    </Dialog>
  )
}
