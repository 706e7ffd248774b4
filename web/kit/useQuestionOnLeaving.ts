import { useBlocker } from '@tanstack/react-router'
import type { RefObject } from 'react'
import { screens } from '#web/paths.ts'
import { useConfirm } from '#web/kit/useConfirm.ts'

interface Question {
  /** « Quitter sans enregistrer ? » */
  title: string
  /** Something has been typed that would be lost. */
  dirty: boolean
  /** What was typed is done: leaving is what comes next. */
  done?: RefObject<boolean>
  /** Of the address: another of these is another form; any other change of it leaves the form standing. Unless told, every change leaves. */
  part?: string
}

/** Asks whoever leaves a form in the middle, by a link, by Back or by closing the tab. Who has to sign in again finds it as it was. */
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
