import { Button } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useCallback, useRef, useState, type ReactNode } from 'react'
import { ApiError, messageOf } from '#web/kit/api.ts'
import { DIALOG, useSavedPart, useRestoredMessage } from '#web/kit/savedInput.ts'
import { Banner } from '#web/kit/Banner.tsx'
import { Dialog, type DialogSize } from '#web/kit/Dialog.tsx'
import { DialogActions } from '#web/kit/DialogActions.tsx'
import styles from '#web/kit/Dialog.module.css'
import { focusFirstEmpty, focusFirstInvalid, showServerErrors, untilSomebodyGoesOn } from '#web/kit/form.ts'
import type { FileState } from '#web/kit/FileField.tsx'

interface FormDialogProps<V extends Record<string, unknown>> {
  title: string
  form: UseFormReturnType<V>
  /**
   * Does the work; a rejection shows in the red banner until the next attempt and the dialog stays, with everything typed. So it does
   * when it gives `false`: it was asked once more, and declined.
   */
  onSubmit: (values: V) => Promise<unknown>
  /** After `onSubmit` succeeded, or on Annuler. */
  onClose: () => void
  /** Offers « Enregistrer et ajouter un autre »: after such a save this prepares the form for the next one, instead of closing. */
  onAnother?: (values: V) => void
  /** Another way to submit, on Ctrl + Entrée too, and what comes after such a save instead of closing. */
  second?: { label: string; after: (values: V) => void }
  submitLabel: string
  busyLabel: string
  /** The screen's own sentence when the server gives none: « Erreur lors de l'ajout du client. » */
  fallback: string
  /** On a 409 the banner offers « Recharger »: read the record again, keep what was typed. */
  onReload?: () => Promise<unknown>
  /** What that button says where it is no record that is read again. */
  reloadLabel?: string
  /** Backdrop and Escape close it too (charges only, Q16). */
  dismissible?: boolean
  /** Why submitting is not possible now, besides a running request. */
  disabled?: boolean
  /** Red button: what it does cannot simply be taken back. */
  danger?: boolean
  /** The file among the fields: a refused one keeps the form from being sent. */
  plan?: Pick<FileState, 'refused'>
  size?: DialogSize
  /** Off where none of its fields has to be filled in. */
  required?: boolean
  /** The fields, one under the other; a `<FieldPair>` puts two that belong together side by side. */
  children: ReactNode
}

/** Every form in a dialog: add and edit, one shell. */
export function FormDialog<V extends Record<string, unknown>>(props: FormDialogProps<V>) {
  const {
    title,
    form,
    onSubmit,
    onClose,
    onAnother,
    second = onAnother && { label: 'Enregistrer et ajouter un autre', after: onAnother },
    submitLabel,
    busyLabel,
    fallback,
    onReload,
    reloadLabel = 'Recharger',
    dismissible = false,
    disabled,
    danger = false,
    plan,
    size = onAnother ? 'three' : 'md',
    required = true,
    children,
  } = props
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<{ message: string; stale: boolean } | null>(null)
  // State comes too late for the second click of a double click.
  const running = useRef(false)
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
    if (running.current || disabled) return
    running.current = true
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
        stale: error instanceof ApiError && error.status === 409,
      })
      if (showServerErrors(form, error)) focusFirstInvalid(element.current, goesOn)
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  async function reload() {
    try {
      await onReload?.()
      setFailure(null)
    } catch (error) {
      setFailure({ message: messageOf(error, fallback), stale: true })
    }
  }

  return (
    <Dialog title={title} onClose={onClose} dismissible={dismissible} busy={busy} size={size}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a shortcut of all its fields */}
      <form
        ref={begin}
        noValidate
        aria-label={title}
        // What a dialog on top of this one sends comes by here too.
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
            <Banner
              kind="error"
              action={
                failure.stale && onReload ? (
                  <Button variant="default" size="sm" onClick={() => void reload()}>
                    {reloadLabel}
                  </Button>
                ) : undefined
              }
            >
              {failure.message}
            </Banner>
          </div>
        )}
        {word !== null && !tried && (
          <div className={styles.banner}>
            <Banner kind="info">{word}</Banner>
          </div>
        )}
        {required && <p className={styles.required}>Les champs marqués d’un * sont obligatoires.</p>}
        <div className={styles.fields}>{children}</div>
        <DialogActions
          submitLabel={submitLabel}
          busyLabel={busyLabel}
          busy={busy}
          disabled={disabled}
          danger={danger}
          onCancel={onClose}
          {...(second && { second: { label: second.label, onClick: () => void submit(second.after) } })}
        />
      </form>
    </Dialog>
  )
}
