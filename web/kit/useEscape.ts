import { useEffect, useEffectEvent } from 'react'

/** The open dialogs, the one on top last. */
const opened: object[] = []

/**
 * Escape concerns the dialog on top: those below stay, also when that one does not close. What is open inside it, a list
 * or a calendar, takes the key first: its field says so by `data-mantine-stop-propagation`.
 */
export function useEscape(onEscape: () => void): void {
  const escape = useEffectEvent(onEscape)
  useEffect(() => {
    const self = {}
    opened.push(self)
    const listen = ({ key, isComposing, target }: KeyboardEvent) => {
      if (key !== 'Escape' || isComposing || opened.at(-1) !== self) return
      if (target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true') return
      escape()
    }
    window.addEventListener('keydown', listen, { capture: true })
    return () => {
      opened.splice(opened.indexOf(self), 1)
      window.removeEventListener('keydown', listen, { capture: true })
    }
  }, [])
}
