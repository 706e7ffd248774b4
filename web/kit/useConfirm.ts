import { createContext, use, type ReactNode } from 'react'

export interface ConfirmRequest {
  /** The verb and the noun: « Supprimer le client ». */
  title: string
  /** The question, and what will change, in numbers where there are some. */
  body: ReactNode
  confirmLabel: string
  busyLabel: string
  /** Does the work, while the dialog shows it is busy. */
  action: () => Promise<unknown>
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
 * Asks before doing: `if (await confirm({ …, action: () => remove.mutateAsync(id) })) banners.success('…')`.
 * True when the action was done; false when it was cancelled or, with `onError`, failed.
 */
export function useConfirm(): (request: ConfirmRequest) => Promise<boolean> {
  return use(ConfirmContext)
}
