import {
  ComboboxChevron,
  ComboboxClearButton,
  InputBase,
  type ElementProps,
  type InputBaseProps,
  type InputClearButtonProps,
} from '@mantine/core'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import { useId, useUncontrolled } from '@mantine/hooks'
import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ChangeEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { sansIsolation } from '#shared/texte.ts'
import { usePuce } from '#web/kit/list/Puces.tsx'
import type { Line } from '#web/kit/select/useLookup.ts'
import { fetchPart } from '#web/kit/lazy/parts.ts'
import type { ListHandle, ListState, SelectList, SelectListProps } from '#web/kit/select/SelectList.tsx'

export interface SelectFieldProps
  extends
    InputBaseProps,
    ElementProps<'input', 'size' | 'value' | 'defaultValue' | 'onChange' | 'ref' | 'id' | 'children'> {
  data: readonly Line[]
  value: string | null
  onChange: (value: string | null) => void
  /** Visible lines of `data`; by default the lines that contain the text. */
  lines?: readonly Line[]
  /** Value of the line to highlight while the text is `typed`. */
  first?: string | undefined
  typed?: string
  renderLine?: ((line: Line) => ReactNode) | undefined
  /** Called with each new text of the field, typed or not. */
  onSearchChange?: (text: string) => void
  opened?: boolean
  onOpened?: (opened: boolean) => void
  nothingFoundMessage?: string
  maxDropdownHeight?: number
  comboboxProps?: SelectListProps['comboboxProps']
  id?: string
  clearable?: boolean
  clearButtonProps?: InputClearButtonProps
}

const loadList = () => import('#web/kit/select/SelectList.tsx')
const fetchList = fetchPart(loadList)
const MISSING = "La liste n'a pas pu être chargée. Vérifiez votre connexion, puis réessayez."
const AT_REST: ListState = { 'aria-expanded': false }

/** Select with a text field. Its list loads at the first hover, focus or key; text and keys entered before are kept (decision 75). */
export function SelectField(props: SelectFieldProps) {
  const {
    data,
    value,
    onChange,
    lines,
    first,
    typed,
    renderLine,
    onSearchChange,
    opened,
    onOpened,
    ...more
  } = props
  const { nothingFoundMessage = 'Aucun résultat', maxDropdownHeight, comboboxProps, ...others } = more
  const { id: given, clearable, clearButtonProps, onFocus, onBlur, onClick, ...field } = others
  const { onPointerEnter, onKeyDown, onKeyDownCapture, size = 'md', ...rest } = field
  const [tous, narrowing] = [data[0], data.find((line) => line.value === value)]
  const narrows = tous?.value === '' && narrowing !== undefined && narrowing !== tous
  usePuce(narrows ? narrowing.label : undefined, () => onChange(''))
  const id = useId(given)
  const [input, setInput] = useState<HTMLInputElement | null>(null)
  const list = useRef<ListHandle>(null)
  const [isOpen, setOpen] = useUncontrolled({ value: opened, finalValue: false, onChange: onOpened })
  const { List, missing, mount, call } = useListPart(() => close())
  const [state, setState] = useState(AT_REST)
  const early = useRef<string[]>([])
  const chosen = useChosen(data, value)
  const label = chosen?.label ?? ''
  const [text, setText] = useState(label)
  const write = (next: string) => {
    setText(next)
    onSearchChange?.(next)
    list.current?.reset()
  }
  useWhenChosen(chosen, value, () => write(label))

  function open() {
    if (list.current) return list.current.open()
    if (!isOpen) setOpen(true)
    call()
  }
  function close() {
    early.current = []
    list.current?.close()
    setOpen(false)
  }
  function onText({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const next = currentTarget.value
    // The browser or an extension filled the field, so that no blur will follow.
    if (document.activeElement !== currentTarget) {
      const line = data.find((one) => sansIsolation(one.label) === sansIsolation(next))
      if (line && line.value !== value) onChange(line.value)
      return
    }
    early.current = []
    write(next)
    open()
  }
  function beforeList(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape' && isOpen) return close()
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    early.current.push(event.key)
    open()
  }
  async function pressAgain() {
    const keys = early.current
    early.current = []
    if (keys.length > 0) setOpen(false)
    for (const key of keys) {
      // Each key waits one turn, because it needs the list's state after the key before.
      await new Promise((resolve) => setTimeout(resolve))
      if (document.activeElement !== input) return
      input?.dispatchEvent(
        new window.KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true }),
      )
    }
  }

  const shown = List ? state : { ...AT_REST, ...openMarks(isOpen) }
  return (
    <>
      <InputBase
        {...rest}
        {...shown}
        __staticSelector="Select"
        id={id}
        ref={setInput}
        size={size}
        role="combobox"
        aria-expanded={shown['aria-expanded']}
        aria-controls={shown['aria-controls']}
        aria-haspopup="listbox"
        autoComplete="off"
        error={missing ? MISSING : rest.error}
        value={text}
        onChange={onText}
        onPointerEnter={(event) => {
          preload()
          onPointerEnter?.(event)
        }}
        onFocus={(event) => {
          mount()
          onFocus?.(event)
        }}
        onBlur={(event) => {
          close()
          write(label)
          onBlur?.(event)
        }}
        onClick={(event) => {
          open()
          onClick?.(event)
        }}
        onKeyDownCapture={(event) => {
          if (event.key === 'Enter' && early.current.length > 0) {
            event.preventDefault()
            event.stopPropagation()
            early.current.push(event.key)
          } else onKeyDownCapture?.(event)
        }}
        onKeyDown={(event) => {
          onKeyDown?.(event)
          if (list.current) list.current.onKeyDown(event)
          else beforeList(event)
        }}
        __defaultRightSection={<ComboboxChevron size={size} error={rest.error} />}
        __clearSection={
          <ComboboxClearButton
            {...clearButtonProps}
            onClear={() => {
              onChange(null)
              write('')
            }}
          />
        }
        __clearable={clearable === true && value !== null && rest.disabled !== true}
      />
      {List && input && (
        <List
          ref={list}
          input={input}
          labelId={rest.label ? (rest.labelProps?.id ?? `${id}-label`) : undefined}
          label={rest['aria-label']}
          hidden={rest.disabled === true}
          size={size}
          comboboxProps={comboboxProps}
          maxDropdownHeight={maxDropdownHeight}
          nothingFoundMessage={nothingFoundMessage}
          data={data}
          lines={lines}
          search={label === text ? '' : text}
          first={first}
          typed={typed}
          renderLine={renderLine}
          value={value}
          onSubmit={(next) => {
            if (next !== value) onChange(next)
          }}
          opened={isOpen}
          onOpened={setOpen}
          onState={setState}
          onReady={() => void pressAgain()}
        />
      )}
    </>
  )
}

const openMarks = (open: boolean) => ({
  'data-expanded': open || undefined,
  'data-mantine-stop-propagation': open || undefined,
})

let arrived: typeof SelectList | null = null

/** Loads the list ahead of the click. A failure is ignored here and shown when the list is opened. */
function preload() {
  if (!arrived) loadList().then(keep, () => undefined)
}

const keep = (part: { SelectList: typeof SelectList }) => (arrived = part.SelectList)

/** The list's code once loaded. `mount` ignores a failure to load, `call` reports it. */
function useListPart(onMissing: () => void) {
  const [List, setList] = useState<typeof SelectList | null>(null)
  const [missing, setMissing] = useState(false)
  const coming = useRef(false)
  const show = () => setList(() => arrived)
  function mount() {
    if (arrived) show()
    else
      loadList()
        .then(keep)
        .then(show, () => undefined)
  }
  function call() {
    if (arrived) return show()
    if (coming.current) return
    coming.current = true
    setMissing(false)
    fetchList()
      .then(keep)
      .then(show, () => {
        setMissing(true)
        onMissing()
      })
      .finally(() => (coming.current = false))
  }
  return { List, missing: missing && !List, mount, call }
}

/** The line of a value, kept while a reload of the list lacks it for a moment. */
function useChosen(data: readonly Line[], value: string | null): Line | undefined {
  const found = data.find((line) => line.value === value)
  const [kept, setKept] = useState(found)
  if (found && (found.value !== kept?.value || found.label !== kept.label)) setKept(found)
  return found ?? (kept?.value === value ? kept : undefined)
}

/** Calls `on` when another line is chosen or the chosen line has a new label. */
function useWhenChosen(chosen: Line | undefined, value: string | null, on: () => void) {
  const tell = useEffectEvent(on)
  const before = useRef(chosen)
  useEffect(() => {
    const last = before.current
    before.current = chosen
    if (value === null ? last : chosen && (last?.value !== chosen.value || last.label !== chosen.label))
      tell()
  }, [value, chosen])
}
