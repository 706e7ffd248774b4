import type { ReactNode } from 'react'
import { messageOf } from '#web/kit/api.ts'
import { useConfirm } from '#web/kit/useConfirm.ts'

interface Deletion {
  /** « Supprimer le client » */
  title: string
  /** The question, and what goes along, in numbers where there are some. */
  body: ReactNode
  /** The screen's own sentence when the server gives none. */
  fallback: string
  action: () => Promise<{ message: string }>
}

/**
 * Asks before deleting, then tells what was done. A refusal closes the dialog and is told to `onError`; without it the
 * dialog stays and shows it.
 */
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
