import { useRef, type FocusEvent } from 'react'

/**
 * For a field that is typed over rather than added to: all of it is selected when the keyboard or the dialog leads to it.
 * At once, so that the first key, however fast it comes, finds it selected. A click puts the caret where it falls, and
 * whoever comes back from another window goes on where he was.
 */
export function useSelectOnFocus() {
  const pointed = useRef(false)
  const away = useRef(false)
  return {
    onPointerDownCapture: () => {
      pointed.current = true
    },
    onFocusCapture: ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
      if (!pointed.current && !away.current) currentTarget.select()
      pointed.current = false
    },
    onBlurCapture: ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
      pointed.current = false
      // A window that loses the focus leaves it to its field.
      away.current = document.activeElement === currentTarget
    },
  }
}
