import { useEffect, useEffectEvent } from 'react'

const opened: object[] = []

/** Calls `onEscape` for the top dialog only. A list or calendar open inside takes the key first, by `data-mantine-stop-propagation`. */
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

/** Selects a field's text on Tab in a dialog, where the focus moves by script and the browser does not select. */
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

/** Focuses the opener of a closed dialog, else the top dialog or the page. An element that has taken the focus meanwhile keeps it. */
export function returnFocus(opener: Element | null): void {
  const { activeElement } = document
  if (activeElement !== null && activeElement !== document.body) return
  const top = [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].at(-1)
  if (opener instanceof HTMLElement && opener !== document.body && (!top || top.contains(opener))) {
    opener.focus({ preventScroll: true })
    if (document.activeElement === opener) return
  }
  const place = top ?? document.querySelector('main')
  if (place instanceof HTMLElement) place.focus({ preventScroll: true })
}

/** Gives `field` the mark that Mantine focuses, `data-autofocus`, and removes every other mark in `place`. */
export function markFocus(place: Element, field: Element): void {
  for (const marked of place.querySelectorAll('[data-autofocus]')) marked.removeAttribute('data-autofocus')
  field.setAttribute('data-autofocus', 'true')
}
