import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'

/**
 * Takes a file that is dropped anywhere on an element.
 * @returns the element's ref, and whether a file is held over it
 */
export function useDrop<E extends HTMLElement>(
  onFile: (file: File) => void,
): { ref: RefObject<E | null>; over: boolean } {
  const ref = useRef<E>(null)
  const [over, setOver] = useState(false)
  const take = useEffectEvent(onFile)
  useEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const listening = new AbortController()
    const { signal } = listening
    const hold = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      // Only what says so may be dropped on.
      event.preventDefault()
      setOver(true)
    }
    const leave = ({ relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node && element.contains(relatedTarget))) setOver(false)
    }
    const drop = (event: DragEvent) => {
      const file = event.dataTransfer?.files[0]
      if (!file) return
      event.preventDefault()
      setOver(false)
      take(file)
    }
    element.addEventListener('dragenter', hold, { signal })
    element.addEventListener('dragover', hold, { signal })
    element.addEventListener('dragleave', leave, { signal })
    element.addEventListener('drop', drop, { signal })
    return () => listening.abort()
  }, [])
  return { ref, over }
}
