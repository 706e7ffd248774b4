import { Modal, Button } from '@mantine/core'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { useEffect, useId, useRef, useState, type FocusEvent, type ReactNode } from 'react'
import styles from '#web/kit/dialog/Dialog.module.css'
import { markFocus, returnFocus, useEscape, useSelectOnTab } from '#web/kit/dialog/focus.ts'

const WIDTHS = {
  sm: '420px',
  md: '520px',
  three: '38rem',
  lg: '720px',
  trio: '54rem',
  xl: '960px',
  wide: '70rem',
}
/** `three` fits three buttons in a line, `trio` three columns of fields. */
export type DialogSize = keyof typeof WIDTHS

interface DialogProps {
  title: ReactNode
  onClose: () => void
  /** The backdrop and Escape close the dialog: true when it is read-only; forms and confirmations pass their own value (Q16). */
  dismissible?: boolean
  /** Whether Escape closes the dialog now, where that is not the answer for the backdrop. */
  escapes?: () => boolean
  /** True while a request runs; nothing closes the dialog then. */
  busy?: boolean
  size?: DialogSize
  /** Class of a dialog with a place of its own on the screen: its top stays where it is while its content changes. */
  fixed?: string
  children: ReactNode
}

/** Frame of every dialog, open while it is rendered. On closing, the focus returns to the element that had it. */
export function Dialog({
  title,
  onClose,
  dismissible = true,
  escapes = () => dismissible,
  busy = false,
  size = 'md',
  fixed,
  children,
}: DialogProps) {
  useReturnFocus()
  useSelectOnTab()
  useEscape(() => escapes() && !busy && onClose())
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={WIDTHS[size]}
      {...(fixed !== undefined && { className: fixed, centered: false })}
      classNames={{
        content: styles.content,
        inner: styles.inner,
        title: `bold anywhere ${styles.title}`,
        body: `anywhere ${styles.body}`,
      }}
      closeOnClickOutside={dismissible && !busy}
      closeOnEscape={false}
      onFocusCapture={keepPlace}
      closeButtonProps={{ 'aria-label': 'Fermer', disabled: busy }}
      returnFocus={false}
      overlayProps={{ backgroundOpacity: 0.55, color: '#0a1119' }}
    >
      {children}
    </Modal>
  )
}

/** Moves Mantine's autofocus mark to the focused field: Mantine focuses the mark late, and would take the focus from a typing member. */
function keepPlace({ currentTarget, target }: FocusEvent<HTMLElement>): void {
  if (!currentTarget.contains(target) || target.matches('[role="dialog"]')) return
  markFocus(currentTarget, target)
}

/** Remembers the focused element itself: a dialog mounts open, so that Mantine sees no change to remember it by. */
function useReturnFocus(): void {
  const [opener] = useState(() => document.activeElement)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    clearTimeout(leaving.current)
    return () => {
      leaving.current = setTimeout(() => returnFocus(opener))
    }
  }, [opener])
}

interface DialogActionsProps {
  /** Absent while there is nothing to do but close the dialog. */
  submitLabel?: string | undefined
  busyLabel: string
  busy: boolean
  onCancel: () => void
  cancelLabel?: string | undefined
  /** Sentence beside the closed button that names the step it waits for. */
  attend?: string | undefined
  /** The second act is the usual one: it is filled, at the right, and the first stands far left. */
  secondFirst?: boolean | undefined
  /** Act of a confirmation, which then focuses Annuler; without it the button submits the surrounding form. */
  onSubmit?: () => void
  danger?: boolean
  /** Outlines the button of an act that will be refused. */
  quiet?: boolean
  disabled?: boolean
  /** Second submit button, also on Ctrl + Entrée: « Enregistrer et ajouter un autre ». */
  second?: { label: string; onClick: () => void }
}

export function DialogActions({
  submitLabel,
  busyLabel,
  busy,
  onCancel,
  cancelLabel = 'Annuler',
  attend,
  onSubmit,
  danger = false,
  quiet = false,
  disabled = false,
  second,
  secondFirst = false,
}: DialogActionsProps) {
  const dit = useId()
  const also = second && (
    <Button
      variant={secondFirst ? 'filled' : 'default'}
      onClick={second.onClick}
      disabled={busy || disabled}
      aria-keyshortcuts="Control+Enter"
      title="Ctrl + Entrée"
    >
      {second.label}
    </Button>
  )
  const first = submitLabel !== undefined && (
    <Button
      type={onSubmit ? 'button' : 'submit'}
      variant={quiet ? 'outline' : second && secondFirst ? 'default' : 'filled'}
      onClick={onSubmit}
      color={danger ? 'red' : undefined}
      disabled={busy || disabled}
      aria-busy={busy}
      aria-describedby={attend === undefined ? undefined : dit}
    >
      {busy ? busyLabel : submitLabel}
    </Button>
  )
  const [apart, usual] = second && secondFirst ? [first, also] : [also, first]
  return (
    <div className={styles.actions} data-actions data-apart={second ? true : undefined}>
      {apart}
      {attend !== undefined && (
        <span id={dit} className={`dim small ${styles.attend}`}>
          {attend}
        </span>
      )}
      {/* A confirmation has no field to focus, and Enter pressed twice must do no harm. */}
      <Button
        variant="default"
        onClick={onCancel}
        disabled={busy}
        data-autofocus={onSubmit ? true : undefined}
      >
        {cancelLabel}
      </Button>
      {usual}
    </div>
  )
}
