import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '@mantine/core'
import { messageOf } from '#web/kit/call/api.ts'
import type { BannersState } from '#web/kit/feedback/Banner.tsx'
import styles from '#web/kit/feedback/WorkBar.module.css'

export interface WorkState {
  /** Label of the running work: « Préparation du fichier Excel… »; null when idle. */
  label: string | null
  cancel: () => void
  /** Runs one work at a time and resolves to true on success. A failure shows in the banners; a cancelled work shows nothing. */
  run: (label: string, task: (signal: AbortSignal) => Promise<void>, fallback: string) => Promise<boolean>
}

/** Props of a button while a work runs: disabled in look and announcement, but still focusable for the keyboard. */
export const whileBusy = (busy: boolean) =>
  busy ? ({ 'aria-disabled': true, 'data-disabled': true } as const) : {}

/** Long work of a screen, such as an export or a print, shown by `<WorkBar work={work} />`. Leaving the screen aborts it. */
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

/** Progress of the running export or print, with a button to cancel it. Its delay hides short ones. */
export function WorkBar({ work }: { work: WorkState }) {
  if (work.label === null) return null
  return (
    <div className={`card line no-print gap-16 ${styles.work}`}>
      <div className="stack grow gap-6" role="status">
        {work.label}
        <div className={`track ${styles.track}`} role="progressbar" aria-label={work.label}>
          <div />
        </div>
      </div>
      <Button variant="default" size="sm" onClick={work.cancel}>
        Annuler
      </Button>
    </div>
  )
}
