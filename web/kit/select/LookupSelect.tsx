import { IconPlus } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import styles from '#web/kit/select/LookupSelect.module.css'
import { linesOf, toLine, type Line, type Lookup, type LookupOption } from '#web/kit/select/useLookup.ts'
import { SelectField, type SelectFieldProps } from '#web/kit/select/SelectField.tsx'
import { sansIsolation } from '#shared/texte.ts'

export interface LookupProps extends Omit<
  SelectFieldProps,
  'data' | 'value' | 'onChange' | 'lines' | 'first' | 'typed' | 'onSearchChange' | 'opened' | 'onOpened'
> {
  value: number | null
  onChange: (id: number | null) => void
  /** Option of a filter for no restriction ("Toutes les résidences"); forms have none. */
  tous?: string
  /** Called once for each failure to load the list. */
  onUnloaded?: (error: Error) => void
}

interface Props extends LookupProps {
  options: readonly LookupOption[]
  lookup?: Omit<Lookup, 'options'>
  /** Last line that adds a missing record: its label and its action. */
  adding?: { label: (typed: string) => string; onAdd: (typed: string) => void }
  /** Called after a choice, except by Tab, which moves to the next field by itself. */
  onTaken?: () => void
}

const ADD = 'add'

/**
 * Searchable select of records by id: words in any order, case and accents aside, phones in any spelling. Typing highlights the first
 * match; Enter or Tab takes the highlighted line, or the first match once it arrives. With `adding`, Enter adds a record that is not found.
 * Enter in an open list never submits the form.
 */
export function LookupSelect(props: Props) {
  const { options, lookup, adding, value, onChange, onTaken, tous, onUnloaded, ...rest } = props
  const [typed, setTyped] = useState('')
  const [opened, setOpened] = useState(false)
  const records = useMemo(() => allLines(options, tous), [options, tous])
  const chosen = value === null ? (tous === undefined ? null : '') : String(value)
  const label = records.find((line) => line.value === chosen)?.label
  const matches = useMemo(
    () => linesOf(records, { typed, chosen, cut: lookup?.cut === true }),
    [records, typed, chosen, lookup?.cut],
  )
  const nothing =
    lookup?.failure ?? (lookup?.searching ? 'Recherche…' : (rest.nothingFoundMessage ?? 'Aucun résultat'))
  const add: Line | undefined = adding && { value: ADD, label: adding.label(typed) }
  const lines = add
    ? [...(matches.length > 0 ? matches : [{ value: 'none', label: nothing, disabled: true }]), add]
    : matches
  // While it is unknown whether the record exists, no key may choose the line that adds it.
  const unknown = typed === '' || lookup?.searching === true || lookup?.failure !== undefined
  const first = unknown ? undefined : lines.find(({ disabled }) => !disabled)?.value
  const later = useLater()
  const leaving = useRef(false)
  const unloaded = lookup?.unloaded ?? null
  const tellUnloaded = useEffectEvent((error: Error) => onUnloaded?.(error))
  useEffect(() => {
    if (unloaded) tellUnloaded(unloaded)
  }, [unloaded])

  function choose(next: string | null) {
    later.forget()
    if (next === ADD) return adding?.onAdd(typed)
    onChange(next ? Number(next) : null)
    if (next && !leaving.current) onTaken?.()
  }
  function take(next: string) {
    setOpened(false)
    if (next !== chosen) choose(next)
  }
  /** The match is still being searched or loaded; this takes the first match once it arrives. */
  function takeWhenFound(adder: HTMLInputElement | null) {
    later.act(lookup?.seek(typed) ?? Promise.resolve(options), (found) => {
      const [match] = linesOf(allLines(found, tous), { typed, chosen: null, cut: false })
      if (match) take(match.value)
      // A member who has left the field meanwhile must not be brought back to add a record.
      else if (add && adder && document.activeElement === adder) take(ADD)
    })
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const { key, currentTarget, ctrlKey, metaKey, nativeEvent } = event
    const enter = key === 'Enter' && !ctrlKey && !metaKey
    if (!opened || nativeEvent.isComposing) return
    if (key !== 'Shift') later.forget()
    if (!enter && key !== 'Tab') return
    // Neither the form nor Mantine's list, which takes a line by its index, may handle this Enter.
    if (enter) {
      event.preventDefault()
      event.stopPropagation()
    }
    const list = listOf(currentTarget)
    const line = list?.querySelector<HTMLElement>('[data-combobox-selected]')
    if (typed === '' && !(enter && line)) return enter ? setOpened(false) : undefined
    // `first` is the line that the next render highlights.
    const wanted = line?.getAttribute('value') ?? first
    if (wanted === ADD && !enter) return
    leaving.current = !enter
    if (line) line.click()
    else if (wanted !== undefined) take(wanted)
    else if (lookup?.searching || !list) takeWhenFound(enter ? currentTarget : null)
    leaving.current = false
  }

  return (
    <SelectField
      {...rest}
      data={add ? [...records, add] : records}
      value={chosen}
      onChange={choose}
      // The label of the chosen record fills the field but is not a search.
      onSearchChange={(text) => {
        const wanted = text === label ? '' : sansIsolation(text)
        if (wanted !== '') later.forget()
        setTyped(wanted)
        lookup?.onSearch(wanted)
      }}
      opened={opened}
      onOpened={setOpened}
      onKeyDownCapture={onKeyDown}
      nothingFoundMessage={nothing}
      maxDropdownHeight={280}
      lines={lines}
      first={first}
      typed={typed}
      renderLine={
        rest.renderLine ??
        (({ value: of, label: shown }) => (
          <span>
            {of === ADD && <IconPlus className={styles.add} size={16} aria-hidden />}
            {shown}
          </span>
        ))
      }
    />
  )
}

function allLines(options: readonly LookupOption[], tous: string | undefined): Line[] {
  const all = options.map(toLine)
  return tous === undefined ? all : [{ value: '', label: tous }, ...all]
}

const listOf = (input: HTMLInputElement) => document.getElementById(input.getAttribute('aria-controls') ?? '')

/** Handles a later answer, unless another action came in between. */
function useLater() {
  const turn = useRef(0)
  useEffect(() => () => void turn.current++, [])
  return {
    forget: () => void turn.current++,
    act<T>(answer: Promise<T>, on: (found: T) => void) {
      const mine = ++turn.current
      // The list shows the failure itself.
      answer.then((found) => mine === turn.current && on(found)).catch(() => {})
    },
  }
}
