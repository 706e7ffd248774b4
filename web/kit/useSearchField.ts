import { useEffect, useRef, useState } from 'react'

export interface SearchState {
  /** What stands in the field. */
  text: string
  /** Typing has not been applied yet: the spinner shows. */
  busy: boolean
  type: (text: string) => void
  /** Empties the field at once: « Réinitialiser ». */
  clear: () => void
}

/**
 * A search that applies `delay` ms after the last key, the time its spinner shows (Q46, Q47).
 * `applied` is the value in force (from useUrlState); `apply` puts a new one in force.
 */
export function useSearchField(applied: string, apply: (text: string) => void, delay: number): SearchState {
  const [text, setText] = useState(applied)
  const [busy, setBusy] = useState(false)
  const [seen, setSeen] = useState(applied)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  // Back, or a filter set elsewhere, changed the value in force.
  if (applied !== seen) {
    setSeen(applied)
    if (!busy) setText(applied)
  }
  const settle = (value: string) => {
    clearTimeout(timer.current)
    setBusy(false)
    apply(value)
  }
  return {
    text,
    busy,
    type(value) {
      setText(value)
      setBusy(true)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => settle(value), delay)
    },
    clear() {
      setText('')
      settle('')
    },
  }
}
