import { Autocomplete, type AutocompleteProps } from '@mantine/core'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import { useState, type KeyboardEvent } from 'react'

/** Text field with suggestions. In an open list Enter takes the highlighted line or keeps the text; it never submits the form. */
export function SuggestField(props: AutocompleteProps) {
  const [opened, setOpened] = useState(false)
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const { key, ctrlKey, metaKey, nativeEvent, currentTarget } = event
    if (!opened || key !== 'Enter' || ctrlKey || metaKey || nativeEvent.isComposing) return
    const list = document.getElementById(currentTarget.getAttribute('aria-controls') ?? '')
    // A list without lines is open but invisible.
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
      // The list would hide the sentence below its field; what is typed again opens it.
      dropdownOpened={opened && !props.error}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
      onKeyDownCapture={onKeyDown}
      // The list is a landmark, because it opens outside its dialog.
      attributes={{ dropdown: { role: 'region', 'aria-label': 'Propositions' } }}
    />
  )
}
