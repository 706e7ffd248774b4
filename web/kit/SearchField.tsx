import { Loader, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { SearchState } from '#web/kit/useSearchField.ts'

interface SearchFieldProps {
  search: SearchState
  /** Verbatim, « Rechercher par nom ou email... »; also the accessible name. */
  placeholder: string
  label?: string
}

/** The search of a list, with its spinner. The state comes from useSearchField. */
export function SearchField({ search, placeholder, label }: SearchFieldProps) {
  return (
    <TextInput
      type="search"
      label={label}
      aria-label={label ? undefined : placeholder}
      placeholder={placeholder}
      value={search.text}
      maxLength={255}
      onChange={(event) => search.type(event.currentTarget.value)}
      leftSection={<IconSearch size={18} stroke={1.6} />}
      rightSection={search.busy && <Loader size={18} role="status" aria-label="Recherche en cours" />}
    />
  )
}
