import { useEffect, useEffectEvent } from 'react'

let carried: string | null = null

/** What was done on a screen that is left for another: said by the one that comes next. */
export function carry(message: string): void {
  carried = message
}

/** Says what was done on the screen before this one, once. */
export function useArrival(say: (message: string) => void): void {
  const tell = useEffectEvent(say)
  useEffect(() => {
    const message = carried
    carried = null
    if (message !== null) tell(message)
  }, [])
}
