import { createContext, use, useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { useRouter } from '@tanstack/react-router'
import { messageOf } from '#web/kit/call/api.ts'
import type { ConfirmRequest } from '#web/kit/dialog/ConfirmDialog.tsx'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'

const ConfirmContext = createContext<(request: ConfirmRequest) => Promise<boolean>>(() =>
  Promise.resolve(false),
)

/**
 * Asks before an action: `const done = await confirm({ …, action: () => remove.mutateAsync(id) })`, then `banners.success(done.message)`.
 * Returns the action's result; null when cancelled or, with `onError`, failed.
 */
export function useConfirm(): <T>(request: ConfirmRequest<T>) => Promise<T | null> {
  const ask = use(ConfirmContext)
  return useCallback(
    async <T,>(request: ConfirmRequest<T>) => {
      const answers: T[] = []
      const done = await ask({ ...request, action: async () => answers.push(await request.action()) })
      return done ? (answers.at(-1) ?? null) : null
    },
    [ask],
  )
}

interface Deletion {
  title: string
  /** The question and what is deleted along, in numbers if any. */
  body: ReactNode
  fallback: string
  empeche?: ConfirmRequest['empeche']
  action: () => Promise<{ message: string }>
}

/** Asks before deleting and reports the result. With `onError` a refusal closes the dialog; without it the dialog shows the refusal. */
export function useDeletion(onDone: (message: string) => void, onError?: (message: string) => void) {
  const confirm = useConfirm()
  return async (request: Deletion): Promise<void> => {
    const deleted = await confirm({
      ...request,
      confirmLabel: 'Supprimer',
      busyLabel: 'Suppression...',
      onError: onError && ((error) => onError(messageOf(error, request.fallback))),
    })
    if (deleted) onDone(deleted.message)
  }
}

const ConfirmDialog = lazyDialog(() => import('#web/kit/dialog/ConfirmDialog.tsx'), 'ConfirmDialog')

/** Holds the open confirmation, one at a time, for {@link useConfirm}. A navigation to another screen cancels it. */
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
