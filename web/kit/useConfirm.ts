import { createContext, use, useCallback, type ReactNode } from 'react'

export interface ConfirmRequest<T = unknown> {
  /** The verb and the noun: « Supprimer le client ». */
  title: string
  /** The question, and what will change, in numbers where there are some. */
  body: ReactNode
  confirmLabel: string
  /** « Annuler » unless told. */
  cancelLabel?: string
  busyLabel: string
  /** Does the work, while the dialog shows it is busy. */
  action: () => Promise<T>
  /** The screen's own sentence when the server gives none. */
  fallback: string
  /** With it a failure closes the dialog and is told here (page banner); without it the dialog stays and shows it. */
  onError?: (error: unknown) => void
  /** Red button; on unless told. */
  danger?: boolean
  /** Backdrop and Escape close it (charges only, Q16). */
  dismissible?: boolean
}

export const ConfirmContext = createContext<(request: ConfirmRequest) => Promise<boolean>>(() =>
  Promise.resolve(false),
)

/**
 * Asks before doing: `const done = await confirm({ …, action: () => remove.mutateAsync(id) })`, then, if it is done,
 * `banners.success(done.message)`. What the action gave; null when it was cancelled or, with `onError`, failed.
 */
export function useConfirm(): <T>(request: ConfirmRequest<T>) => Promise<T | null> {
  const ask = use(ConfirmContext)
  return useCallback(
    async <T>(request: ConfirmRequest<T>) => {
      const answers: T[] = []
      const done = await ask({ ...request, action: async () => answers.push(await request.action()) })
      return done ? (answers.at(-1) ?? null) : null
    },
    [ask],
  )
}
