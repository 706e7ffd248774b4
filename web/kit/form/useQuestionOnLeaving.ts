import { useBlocker } from '@tanstack/react-router'
import type { RefObject } from 'react'
import { screens } from '#shared/paths.ts'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'

interface Question {
  title: string
  /** True when leaving would lose typed text. */
  dirty: boolean
  /** True once the form is saved, when leaving is the next step. */
  done?: RefObject<boolean>
  /** Search parameter that identifies the form: other changes of the address keep the form. Without it every change leaves the form. */
  part?: string
}

/** Asks before a link, Back or closing the tab leaves a changed form. Login is exempt, because signing in restores the form. */
export function useQuestionOnLeaving({ title, dirty, done, part }: Question): void {
  const confirm = useConfirm()
  useBlocker({
    enableBeforeUnload: () => dirty && !done?.current,
    shouldBlockFn: async ({ current, next }) => {
      if (!dirty || done?.current || next.pathname === screens.login) return false
      if (
        part !== undefined &&
        current.pathname === next.pathname &&
        partOf(current, part) === partOf(next, part)
      )
        return false
      const leave = await confirm({
        title,
        body: 'Ce qui a été saisi sera perdu.',
        confirmLabel: 'Quitter',
        cancelLabel: 'Rester',
        busyLabel: 'Quitter',
        action: () => Promise.resolve(true),
        fallback: '',
      })
      return leave === null
    },
  })
}

const partOf = ({ search }: { search: object }, part: string): unknown =>
  Object.entries(search).find(([name]) => name === part)?.[1]
