import { useEffect, useRef, useState } from 'react'
import { messageOf } from '#web/kit/api.ts'
import { Banner } from '#web/kit/Banner.tsx'
import { Dialog } from '#web/kit/Dialog.tsx'
import { DialogActions } from '#web/kit/DialogActions.tsx'
import styles from '#web/kit/Dialog.module.css'
import type { ConfirmRequest } from '#web/kit/useConfirm.ts'

/** How long a refusal is told while the dialog stays: it is no form, whose errors wait for the next attempt (Q19). */
const REFUSAL_MS = 5000

/** The dialog behind {@link useConfirm}; screens do not render it themselves, only dialogs that are loaded when they are asked for. */
export function ConfirmDialog({
  request,
  onClose,
}: {
  request: ConfirmRequest
  onClose: (done: boolean) => void
}) {
  const {
    title,
    body,
    confirmLabel,
    cancelLabel,
    busyLabel,
    action,
    fallback,
    onError,
    danger = true,
    dismissible = false,
  } = request
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const running = useRef(false)
  useEffect(() => {
    if (failure === null) return undefined
    const timer = setTimeout(() => setFailure(null), REFUSAL_MS)
    return () => clearTimeout(timer)
  }, [failure])
  async function run() {
    if (running.current) return
    running.current = true
    setBusy(true)
    setFailure(null)
    try {
      await action()
      onClose(true)
    } catch (error) {
      if (onError) {
        onClose(false)
        onError(error)
        return
      }
      setFailure(messageOf(error, fallback))
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return (
    <Dialog title={title} onClose={() => onClose(false)} dismissible={dismissible} busy={busy}>
      {failure !== null && (
        <div className={styles.banner}>
          <Banner kind="error">{failure}</Banner>
        </div>
      )}
      <div>{body}</div>
      <DialogActions
        submitLabel={confirmLabel}
        {...(cancelLabel !== undefined && { cancelLabel })}
        busyLabel={busyLabel}
        busy={busy}
        danger={danger}
        onCancel={() => onClose(false)}
        onSubmit={() => void run()}
      />
    </Dialog>
  )
}
