import { useCallback, useRef, useState, type ReactNode } from 'react'
import { lazyDialog } from '#web/kit/lazyPart.tsx'
import { ConfirmContext, type ConfirmRequest } from '#web/kit/useConfirm.ts'

const ConfirmDialog = lazyDialog(() => import('#web/kit/ConfirmDialog.tsx'), 'ConfirmDialog')

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
      {request && <ConfirmDialog request={request} onClose={close} />}
    </ConfirmContext>
  )
}
