import { Autocomplete, type AutocompleteProps } from '@mantine/core'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import { useState, type KeyboardEvent } from 'react'

/** A text with usual answers to choose from. Enter in its open list takes the highlighted one, or keeps what was typed; it never sends the form. */
export function SuggestField(props: AutocompleteProps) {
  const [opened, setOpened] = useState(false)
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const { key, ctrlKey, metaKey, nativeEvent, currentTarget } = event
    if (!opened || key !== 'Enter' || ctrlKey || metaKey || nativeEvent.isComposing) return
    const list = document.getElementById(currentTarget.getAttribute('aria-controls') ?? '')
    // One that has no line is open, and is not seen.
    if (!list?.querySelector('[role=option]')) return
    event.preventDefault()
    event.stopPropagation()
    const line = list.querySelector<HTMLElement>('[data-combobox-selected]')
    if (line) line.click()
    else setOpened(false)
  }
  return (
    <Autocomplete
      {...props}
      dropdownOpened={opened}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
      onKeyDownCapture={onKeyDown}
      // A landmark of its own: the list opens outside the dialog it belongs to.
      attributes={{ dropdown: { role: 'region', 'aria-label': 'Propositions' } }}
    />
  )
}
