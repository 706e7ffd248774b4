import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { messageOf } from '#web/kit/api.ts'
import type { BannersState } from '#web/kit/useBanners.ts'

export interface WorkState {
  /** What is being made: « Préparation du fichier Excel… »; null when nothing is. */
  label: string | null
  /** Gives the work up; the server stops too. */
  cancel: () => void
  /**
   * Does one long work, with a signal that aborts it. A failure shows in the banners, the server's sentence or `fallback`;
   * a cancelled work shows nothing. True when it was done. One work at a time: a second one is not begun.
   */
  run: (label: string, task: (signal: AbortSignal) => Promise<void>, fallback: string) => Promise<boolean>
}

/**
 * Of a button that waits for a work: it looks and is announced as disabled, and keeps the focus, for who works by the
 * keyboard. A click meanwhile begins nothing: there is one work at a time.
 */
export const whileBusy = (busy: boolean) =>
  busy ? ({ 'aria-disabled': true, 'data-disabled': true } as const) : {}

/** The exports and prints of one screen: `<WorkBar work={work} />` shows the one that runs. Leaving the screen cancels it. */
export function useWork(banners: Pick<BannersState, 'error'>): WorkState {
  const [label, setLabel] = useState<string | null>(null)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const cancel = useCallback(() => running.current?.abort(), [])
  const { error: tell } = banners
  const run = useCallback(
    async (what: string, task: (signal: AbortSignal) => Promise<void>, fallback: string) => {
      if (running.current) return false
      const controller = new AbortController()
      running.current = controller
      setLabel(what)
      try {
        await task(controller.signal)
        return true
      } catch (error) {
        if (!controller.signal.aborted) tell(messageOf(error, fallback))
        return false
      } finally {
        running.current = undefined
        setLabel(null)
      }
    },
    [tell],
  )
  return useMemo(() => ({ label, cancel, run }), [label, cancel, run])
}
