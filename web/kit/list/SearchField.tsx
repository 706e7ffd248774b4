import { useEffect, useRef, useState } from 'react'
import { Loader, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'

export interface SearchState {
  text: string
  /** True until the typed text is applied; the spinner shows. */
  busy: boolean
  type: (text: string) => void
  clear: () => void
}

/** Search that applies `delay` ms after the last key (Q46, Q47). `applied` is the value in the address; `apply` sets a new one. */
export function useSearchField(applied: string, apply: (text: string) => void, delay: number): SearchState {
  const [text, setText] = useState(applied)
  const [busy, setBusy] = useState(false)
  const [seen, setSeen] = useState(applied)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  // Back, or a filter elsewhere, changed the applied value.
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

interface SearchFieldProps {
  search: SearchState
  placeholder: string
}

export function SearchField({ search, placeholder }: SearchFieldProps) {
  return (
    <TextInput
      type="search"
      aria-label={placeholder}
      placeholder={placeholder}
      value={search.text}
      maxLength={255}
      onChange={(event) => search.type(event.currentTarget.value)}
      leftSection={<IconSearch size={18} stroke={1.6} />}
      rightSection={search.busy && <Loader size={18} role="status" aria-label="Recherche en cours" />}
    />
  )
}
