import { Button } from '@mantine/core'
import styles from '#web/kit/Dialog.module.css'

interface DialogActionsProps {
  submitLabel: string
  /** « Enregistrement... »: shown while the request runs, the button disabled. */
  busyLabel: string
  busy: boolean
  onCancel: () => void
  cancelLabel?: string
  /** Without it the button submits the form around; with it the dialog is a confirmation, which opens on Annuler. */
  onSubmit?: () => void
  danger?: boolean
  disabled?: boolean
  /** Another way to submit, on Ctrl + Entrée too: « Enregistrer et ajouter un autre ». */
  second?: { label: string; onClick: () => void }
}

/** The last line of a dialog: Annuler, then the primary action on the right. */
export function DialogActions({
  submitLabel,
  busyLabel,
  busy,
  onCancel,
  cancelLabel = 'Annuler',
  onSubmit,
  danger = false,
  disabled = false,
  second,
}: DialogActionsProps) {
  return (
    <div className={styles.actions} data-actions>
      {second && (
        <Button
          variant="default"
          onClick={second.onClick}
          disabled={busy || disabled}
          aria-keyshortcuts="Control+Enter"
          title="Ctrl + Entrée"
        >
          {second.label}
        </Button>
      )}
      {/* A confirmation has no field to begin with, and Enter pressed twice must do no harm. */}
      <Button
        variant="default"
        onClick={onCancel}
        disabled={busy}
        data-autofocus={onSubmit ? true : undefined}
      >
        {cancelLabel}
      </Button>
      <Button
        type={onSubmit ? 'button' : 'submit'}
        onClick={onSubmit}
        color={danger ? 'red' : undefined}
        disabled={busy || disabled}
        aria-busy={busy}
      >
        {busy ? busyLabel : submitLabel}
      </Button>
    </div>
  )
}
