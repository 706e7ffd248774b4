import type { ClipboardEvent } from 'react'

/** `onPaste` of a field of phones: a field of one line would join the numbers of two lines into one, « / » keeps them apart. */
export function pasteLines(event: ClipboardEvent<HTMLInputElement>): void {
  const lines = event.clipboardData.getData('text').trim()
  const joined = lines.replace(/\s*[\r\n]+\s*/g, ' / ')
  if (joined === lines) return
  event.preventDefault()
  const { currentTarget: input } = event
  input.setRangeText(joined, input.selectionStart ?? 0, input.selectionEnd ?? 0, 'end')
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
