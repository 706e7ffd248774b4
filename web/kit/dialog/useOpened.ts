import { useCallback, useState } from 'react'
import { dropRestored, useRestoredPart, useSavedPart } from '#web/kit/form/savedInput.ts'

/** A screen's open dialog, null when closed, which a new sign-in restores. `name` is unique on the screen; the value is plain data. */
export function useOpened<T extends object>(name: string): [T | null, (opened: T | null) => void] {
  const part = `fenetre:${name}`
  const back = useRestoredPart<T | null>(part, null)
  const [opened, setOpened] = useState(back)
  useSavedPart(part, opened)
  const change = useCallback((next: T | null) => {
    dropRestored()
    setOpened(next)
  }, [])
  return [opened, change]
}
