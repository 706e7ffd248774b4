import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { messageOf } from '#web/kit/call/api.ts'
import { Banner } from '#web/kit/feedback/Banner.tsx'
import { Dialog, DialogActions } from '#web/kit/dialog/Dialog.tsx'
import styles from '#web/kit/dialog/Dialog.module.css'

/** Reason why a deletion will be refused, « Elle contient 3 blocs : supprimez-les d'abord. », and where to see it. */
export interface Empeche {
  phrase: string
  lien: { label: string; to: string; search?: Record<string, string> }
}

export interface ConfirmRequest<T = unknown> {
  title: string
  /** The question and the consequences, in numbers if any. */
  body: ReactNode
  confirmLabel: string
  cancelLabel?: string
  busyLabel: string
  action: () => Promise<T>
  fallback: string
  /** Takes a failure, which then closes the dialog; without it the dialog stays open and shows the failure. */
  onError?: (error: unknown) => void
  danger?: boolean
  /** Shown first, in amber, the button then being outlined; the button asks the server all the same (ecrans §14 B15). */
  empeche?: Empeche | null | (() => Promise<Empeche | null>)
  /** True when the backdrop and Escape close the dialog (charges only, Q16). */
  dismissible?: boolean
}

/** A refusal disappears after this time (Q19), because a confirmation has no field to correct. */
const REFUSAL_MS = 5000

/** Dialog of {@link useConfirm}. Screens do not render it, except dialogs that load on demand. */
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
  const empeche = useEmpeche(request)
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
      {empeche && (
        <div className={styles.banner}>
          <Banner
            kind="warning"
            action={
              <Button
                variant="default"
                size="sm"
                renderRoot={(props) => (
                  <Link
                    to={empeche.lien.to}
                    search={empeche.lien.search ?? {}}
                    {...props}
                    onClick={() => onClose(false)}
                  />
                )}
              >
                {empeche.lien.label}
              </Button>
            }
          >
            {empeche.phrase}
          </Banner>
        </div>
      )}
      <div>{body}</div>
      <DialogActions
        submitLabel={confirmLabel}
        {...(cancelLabel !== undefined && { cancelLabel })}
        busyLabel={busyLabel}
        busy={busy}
        danger={danger}
        quiet={empeche !== null}
        onCancel={() => onClose(false)}
        onSubmit={() => void run()}
      />
    </Dialog>
  )
}

/** Reads what holds the record; null while that is not known, or cannot be. */
function useEmpeche({ empeche = null }: ConfirmRequest): Empeche | null {
  const [asked, setAsked] = useState<Empeche | null>(null)
  useEffect(() => {
    let open = true
    if (typeof empeche === 'function')
      empeche().then(
        (found) => open && setAsked(found),
        () => undefined,
      )
    return () => {
      open = false
    }
  }, [empeche])
  return typeof empeche === 'function' ? asked : empeche
}
