import { useEffect } from 'react'

/**
 * Tab selects the whole text of the field it leads to, as it does on any page: in a dialog the focus is moved by a script,
 * which leaves the caret where it was, so that what is typed would be added to what stands there.
 */
export function useSelectOnTab(): void {
  useEffect(() => {
    let tabbing = false
    const before = ({ key }: KeyboardEvent) => {
      tabbing = key === 'Tab'
    }
    const after = () => {
      tabbing = false
    }
    const focused = ({ target }: FocusEvent) => {
      if (tabbing && target instanceof HTMLInputElement) target.select()
    }
    window.addEventListener('keydown', before, { capture: true })
    window.addEventListener('keydown', after)
    window.addEventListener('focusin', focused)
    return () => {
      window.removeEventListener('keydown', before, { capture: true })
      window.removeEventListener('keydown', after)
      window.removeEventListener('focusin', focused)
    }
  }, [])
}
