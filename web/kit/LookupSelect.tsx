import { IconPlus } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import styles from '#web/kit/LookupSelect.module.css'
import { linesOf, toLine, type Line } from '#web/kit/lines.ts'
import { SelectField, type SelectFieldProps } from '#web/kit/SelectField.tsx'
import type { Lookup, LookupOption } from '#web/kit/useLookup.ts'

/** What the selects of residences, blocs and étages take from the screen that shows them. */
export interface LookupProps extends Omit<
  SelectFieldProps,
  'data' | 'value' | 'onChange' | 'lines' | 'first' | 'typed' | 'onSearchChange' | 'opened' | 'onOpened'
> {
  value: number | null
  onChange: (id: number | null) => void
  /** The option of a filter that means all of them ("Toutes les résidences"); a form has none. */
  tous?: string
  /** The list behind it does not load: told once for each failure. */
  onUnloaded?: (error: Error) => void
}

interface Props extends LookupProps {
  options: readonly LookupOption[]
  /** Of a list that is read or searched: what {@link useLookup} gives beside its options. */
  lookup?: Omit<Lookup, 'options'>
  /** Offers, as the last line, to add what is not there: the words of that line, and what it does. */
  adding?: { label: (typed: string) => string; onAdd: (typed: string) => void }
  /** One has been chosen, and not by Tab, which leads to the next field by itself. */
  onTaken?: () => void
}

const ADD = 'add'

/**
 * A searchable select of records by id: words in any order, accents and case aside, phones in any spelling. Once something
 * is typed the first match is highlighted, and Enter or Tab takes the highlighted line, also when it has yet to arrive;
 * Enter adds what turns out not to be there, where that is offered, and in an open list never sends the form.
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
  const nothing = lookup?.failure ?? (lookup?.searching ? 'Recherche…' : 'Aucun résultat')
  const add: Line | undefined = adding && { value: ADD, label: adding.label(typed) }
  const lines = add
    ? [...(matches.length > 0 ? matches : [{ value: 'none', label: nothing, disabled: true }]), add]
    : matches
  // Nobody knows yet, or could find out, whether it is there: then it is not offered to the next key to add it.
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
  /** What was typed is not looked up yet, or the list has yet to come: takes its first match when it is known. */
  function takeWhenFound(adder: HTMLInputElement | null) {
    later.act(lookup?.seek(typed) ?? Promise.resolve(options), (found) => {
      const [match] = linesOf(allLines(found, tous), { typed, chosen: null, cut: false })
      if (match) take(match.value)
      // Whoever has left the field meanwhile is not called back to add somebody.
      else if (add && adder && document.activeElement === adder) take(ADD)
    })
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const { key, currentTarget, ctrlKey, metaKey, nativeEvent } = event
    const enter = key === 'Enter' && !ctrlKey && !metaKey
    if (!opened || nativeEvent.isComposing) return
    if (key !== 'Shift') later.forget()
    if (!enter && key !== 'Tab') return
    // Neither the form nor the list, which would take a line by its number, has a say in it.
    if (enter) {
      event.preventDefault()
      event.stopPropagation()
    }
    const list = listOf(currentTarget)
    const line = list?.querySelector<HTMLElement>('[data-combobox-selected]')
    if (typed === '' && !(enter && line)) return enter ? setOpened(false) : undefined
    // Known, and not highlighted yet: the same line.
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
      // What is chosen stands in the field without being looked for.
      onSearchChange={(text) => {
        const wanted = text === label ? '' : text
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

/** The list of the field, null until it has come. */
const listOf = (input: HTMLInputElement) => document.getElementById(input.getAttribute('aria-controls') ?? '')

/** What is done with an answer that is on its way, unless something else has been done meanwhile. */
function useLater() {
  const turn = useRef(0)
  useEffect(() => () => void turn.current++, [])
  return {
    forget: () => void turn.current++,
    act<T>(answer: Promise<T>, on: (found: T) => void) {
      const mine = ++turn.current
      // Of one that fails the list itself says so.
      answer.then((found) => mine === turn.current && on(found)).catch(() => {})
    },
  }
}
