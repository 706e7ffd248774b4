import { Select, type ComboboxParsedItem, type SelectProps } from '@mantine/core'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import { useMemo } from 'react'
import { AU_PLUS, type Lookup, type LookupOption } from '#features/residences/web/useLookup.ts'
import { trouver } from '#shared/texte.ts'

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
  options: readonly LookupOption[]
  /** Of a list that the server searches: what {@link useLookup} gives beside its options. */
  lookup?: Omit<Lookup, 'options'>
}

const MORE = { value: 'more', label: 'Précisez votre recherche…', disabled: true }

/** A searchable select of records by id: words in any order, accents and case aside, phones in any spelling. */
export function LookupSelect({ options, lookup, value, onChange, tous, ...rest }: Props) {
  const data = useMemo(() => {
    const records = options.map(({ id, label }) => ({ value: String(id), label }))
    return tous === undefined ? records : [{ value: '', label: tous }, ...records]
  }, [options, tous])
  const chosen = value === null ? (tous === undefined ? null : '') : String(value)
  const label = data.find((option) => option.value === chosen)?.label
  return (
    <Select
      {...rest}
      data={data}
      value={chosen}
      onChange={(next) => onChange(next ? Number(next) : null)}
      searchable
      // What is chosen stands in the field without being looked for.
      onSearchChange={(typed) => lookup?.onSearch(typed === label ? '' : typed)}
      allowDeselect={false}
      openOnFocus={false}
      nothingFoundMessage={lookup?.failure ?? (lookup?.searching ? 'Recherche…' : 'Aucun résultat')}
      maxDropdownHeight={280}
      filter={({ options: all, search }) => drawn(matching(all, search), chosen, lookup?.cut === true)}
    />
  )
}

function matching(all: ComboboxParsedItem[], sought: string): ComboboxParsedItem[] {
  // « Nom · téléphone »: each part by itself.
  return [...trouver(all, sought, (option) => ('label' in option ? option.label.split(' · ') : []))]
}

/** The first options, the chosen one always among them, and that there are more. */
function drawn(found: ComboboxParsedItem[], chosen: string | null, cut: boolean): ComboboxParsedItem[] {
  if (found.length <= AU_PLUS) return cut && found.length > 0 ? [...found, MORE] : found
  const beyond = found.slice(AU_PLUS).filter((option) => 'value' in option && option.value === chosen)
  return [...beyond, ...found.slice(0, AU_PLUS), MORE]
}
