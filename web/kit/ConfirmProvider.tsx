import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { lazyDialog } from '#web/kit/lazyPart.tsx'
import { ConfirmContext, type ConfirmRequest } from '#web/kit/useConfirm.ts'

const ConfirmDialog = lazyDialog(() => import('#web/kit/ConfirmDialog.tsx'), 'ConfirmDialog')

/** Holds the one confirmation that may be open; {@link useConfirm} asks. It is not done once its screen is left, by a link in it. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [request, setRequest] = useState<ConfirmRequest | null>(null)
  const answer = useRef<(done: boolean) => void>(undefined)
  const ask = useCallback((asked: ConfirmRequest) => {
    answer.current?.(false)
    setRequest(asked)
    return new Promise<boolean>((resolve) => (answer.current = resolve))
  }, [])
  const close = useCallback((done: boolean) => {
    setRequest(null)
    answer.current?.(done)
    answer.current = undefined
  }, [])
  const router = useRouter()
  useEffect(
    () => router.subscribe('onBeforeNavigate', ({ pathChanged }) => pathChanged && close(false)),
    [router, close],
  )
  return (
    <ConfirmContext value={ask}>
      {children}
      {request && <ConfirmDialog request={request} onClose={close} />}
    </ConfirmContext>
  )
}
