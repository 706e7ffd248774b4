/**
 * The focus goes back to the opener, in the dialog that is on top by now if there is one; to that dialog or the page when the opener is gone.
 * What has taken the focus meanwhile keeps it: what a form leaves behind may be what comes next.
 */
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
