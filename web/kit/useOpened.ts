import { useCallback, useState } from 'react'
import { dropRestored, useRestoredPart, useSavedPart } from '#web/kit/savedInput.ts'

/**
 * The dialog a screen has open, by what it shows; null is none. As `useState`, and who has to sign in again finds it open
 * (`web/kit/savedInput.ts`). `name` is its own among those of a screen; the value is plain data.
 */
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
