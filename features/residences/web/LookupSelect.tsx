import { Select, type ComboboxParsedItem, type SelectProps } from '@mantine/core'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import { useMemo } from 'react'
import { normaliser } from '#shared/texte.ts'

/** What the selects of residences, blocs and étages take from the screen that shows them. */
export interface LookupProps extends Omit<
  SelectProps,
  'data' | 'value' | 'onChange' | 'defaultValue' | 'filter'
> {
  value: number | null
  onChange: (id: number | null) => void
  /** The option of a filter that means all of them ("Toutes les résidences"); a form has none. */
  tous?: string
}

interface Props extends LookupProps {
  options: readonly { id: number; label: string }[]
}

/** Options drawn at once: a list of thousands opens and filters as fast as one of ten. */
const AT_ONCE = 100
const MORE = { value: 'more', label: 'Précisez votre recherche…', disabled: true }

/** A searchable select of records by id: accents and case do not matter when typing. */
export function LookupSelect({ options, value, onChange, tous, ...rest }: Props) {
  const data = useMemo(() => {
    const records = options.map(({ id, label }) => ({ value: String(id), label }))
    return tous === undefined ? records : [{ value: '', label: tous }, ...records]
  }, [options, tous])
  const chosen = value === null ? (tous === undefined ? null : '') : String(value)
  return (
    <Select
      {...rest}
      data={data}
      value={chosen}
      onChange={(next) => onChange(next ? Number(next) : null)}
      searchable
      allowDeselect={false}
      openOnFocus={false}
      nothingFoundMessage="Aucun résultat"
      maxDropdownHeight={280}
      filter={({ options: all, search }) => drawn(matching(all, normaliser(search)), chosen)}
    />
  )
}

function matching(all: ComboboxParsedItem[], sought: string): ComboboxParsedItem[] {
  if (sought === '') return all
  return all.filter((option) => 'label' in option && normaliser(option.label).includes(sought))
}

/** The first options, the chosen one always among them, and that there are more. */
function drawn(found: ComboboxParsedItem[], chosen: string | null): ComboboxParsedItem[] {
  if (found.length <= AT_ONCE) return found
  const beyond = found.slice(AT_ONCE).filter((option) => 'value' in option && option.value === chosen)
  return [...beyond, ...found.slice(0, AT_ONCE), MORE]
}
