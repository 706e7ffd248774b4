import { Select, type SelectProps } from '@mantine/core'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
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

/** A searchable select of records by id: accents and case do not matter when typing. */
export function LookupSelect({ options, value, onChange, tous, ...rest }: Props) {
  const data = options.map(({ id, label }) => ({ value: String(id), label }))
  return (
    <Select
      {...rest}
      data={tous === undefined ? data : [{ value: '', label: tous }, ...data]}
      value={value === null ? (tous === undefined ? null : '') : String(value)}
      onChange={(chosen) => onChange(chosen ? Number(chosen) : null)}
      searchable
      allowDeselect={false}
      openOnFocus={false}
      nothingFoundMessage="Aucun résultat"
      maxDropdownHeight={280}
      filter={({ options: all, search }) => {
        const sought = normaliser(search)
        return all.filter((option) => 'label' in option && normaliser(option.label).includes(sought))
      }}
    />
  )
}
