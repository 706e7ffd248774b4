import { lazy, Suspense, useCallback, useRef, useState, type ReactNode } from 'react'
import { ConfirmContext, type ConfirmRequest } from '#web/ui/useConfirm.ts'

const ConfirmDialog = lazy(() =>
  import('#web/ui/ConfirmDialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
)

/** Holds the one confirmation that may be open; {@link useConfirm} asks. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [request, setRequest] = useState<ConfirmRequest | null>(null)
  const answer = useRef<(done: boolean) => void>(undefined)
  const ask = useCallback((asked: ConfirmRequest) => {
    answer.current?.(false)
    setRequest(asked)
    return new Promise<boolean>((resolve) => (answer.current = resolve))
  }, [])
  const close = (done: boolean) => {
    setRequest(null)
    answer.current?.(done)
    answer.current = undefined
  }
  return (
    <ConfirmContext value={ask}>
      {children}
      <Suspense>{request && <ConfirmDialog request={request} onClose={close} />}</Suspense>
    </ConfirmContext>
  )
}
