import { useEffect, useRef, type RefObject } from 'react'

/**
 * For the button of a list that comes with its first click: it takes the place of the one that was clicked, so it has the focus before the
 * list opens, and again once it is closed.
 */
export function useOuvertAussitot(): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    button.current?.focus()
    button.current?.click()
  }, [])
  return button
}
