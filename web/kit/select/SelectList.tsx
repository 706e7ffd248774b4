import {
  CheckIcon,
  Combobox,
  OptionsDropdown,
  useCombobox,
  useComboboxContext,
  type ComboboxProps,
} from '@mantine/core'
import '@mantine/core/styles/Combobox.layer.css'
import {
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react'
import type { Line } from '#web/kit/select/useLookup.ts'

/** Attributes of the input that describe its list to assistive technology. */
export interface ListState {
  'aria-expanded': boolean
  'aria-controls'?: string | undefined
  'data-expanded'?: boolean | undefined
  'data-mantine-stop-propagation'?: boolean | undefined
}

export interface ListHandle {
  open: () => void
  close: () => void
  reset: () => void
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
}

export interface SelectListProps {
  ref: Ref<ListHandle>
  input: HTMLInputElement
  labelId: string | undefined
  label: string | undefined
  hidden: boolean
  size: NonNullable<ComboboxProps['size']>
  comboboxProps: ComboboxProps | undefined
  maxDropdownHeight: number | undefined
  nothingFoundMessage: string
  data: readonly Line[]
  lines: readonly Line[] | undefined
  search: string
  first: string | undefined
  typed: string | undefined
  renderLine: ((line: Line) => ReactNode) | undefined
  value: string | null
  onSubmit: (value: string) => void
  opened: boolean
  onOpened: (opened: boolean) => void
  onState: (state: ListState) => void
  /** Called once the list is mounted and handles keys. */
  onReady: () => void
}

/** List of a `SelectField`, which is its target: it passes the field its attributes and handles the field's keys. */
export function SelectList({ input, opened, onOpened, onState, onReady, ref, ...props }: SelectListProps) {
  // Mantine finds the lines by the list's id, which is new at each opening. No line is rendered and the list is not open before it has an
  // id, and each render highlights the line again.
  const [drawn, setDrawn] = useState(0)
  const listed = drawn > 0
  const follow = () => store.updateSelectedOptionIndex('active', { scrollIntoView: true })
  const store = useCombobox({
    opened: opened && listed,
    onDropdownOpen: () => {
      onOpened(true)
      follow()
    },
    onDropdownClose: () => {
      onOpened(false)
      setTimeout(store.resetSelectedOption, 0)
    },
  })
  const ready = useEffectEvent(() => {
    if (opened) follow()
    onReady()
  })
  useEffect(() => {
    if (listed) ready()
  }, [listed])
  const [setListId] = useState(() => (id: string) => {
    store.setListId(id)
    setDrawn((times) => times + 1)
  })
  return (
    <Combobox
      __staticSelector="Select"
      size={props.size}
      onOptionSubmit={(value) => {
        props.onSubmit(value)
        store.closeDropdown()
      }}
      {...props.comboboxProps}
      store={{ ...store, setListId }}
    >
      <Combobox.Target withExpandedAttribute>
        <Target
          input={input}
          onState={onState}
          handle={ref}
          open={store.openDropdown}
          close={store.closeDropdown}
          reset={store.resetSelectedOption}
        />
      </Combobox.Target>
      <OptionsDropdown
        data={underGroupes(props.data)}
        hidden={props.hidden}
        filter={!listed ? NOTHING : props.lines ? () => [...(props.lines ?? [])] : undefined}
        search={props.search}
        limit={undefined}
        withScrollArea
        scrollAreaProps={undefined}
        unstyled={undefined}
        maxDropdownHeight={props.maxDropdownHeight}
        value={props.value}
        checkIconPosition="right"
        nothingFoundMessage={props.nothingFoundMessage}
        labelId={props.labelId}
        aria-label={props.labelId ? undefined : props.label}
        renderOption={({ option, checked }) => (
          <>
            {option.value === props.first && <FirstLine key={`${drawn} ${props.typed}`} />}
            {props.renderLine?.(option as Line) ?? <span>{option.label}</span>}
            {checked === true && <CheckIcon className={Combobox.classes.optionsDropdownCheckIcon} />}
          </>
        )}
      />
    </Combobox>
  )
}

const NOTHING = () => []

/** The lines as they are, or under their headings where they have one. */
function underGroupes(lines: readonly Line[]): (Line | { group: string; items: Line[] })[] {
  const data: (Line | { group: string; items: Line[] })[] = []
  for (const line of lines) {
    const last = data.at(-1)
    if (line.groupe === undefined) data.push(line)
    else if (last && 'group' in last && last.group === line.groupe) last.items.push(line)
    else data.push({ group: line.groupe, items: [line] })
  }
  return data
}

interface TargetProps extends Omit<ListHandle, 'onKeyDown'>, Partial<ListState> {
  input: HTMLInputElement
  handle: Ref<ListHandle>
  onState: (state: ListState) => void
  /** Handler that Combobox.Target adds. */
  onKeyDown?: ListHandle['onKeyDown']
  ref?: (input: HTMLInputElement | null) => void
}

/** Stands in for the field, which is outside the Combobox. */
function Target({ input, handle, onState, open, close, reset, onKeyDown, ref, ...given }: TargetProps) {
  useImperativeHandle(handle, () => ({ open, close, reset, onKeyDown: (event) => onKeyDown?.(event) }))
  useLayoutEffect(() => {
    ref?.(input)
    return () => ref?.(null)
  }, [input, ref])
  const expanded = given['aria-expanded'] === true
  const controls = given['aria-controls']
  const marked = given['data-expanded']
  const tell = useEffectEvent(onState)
  useLayoutEffect(() => {
    tell({
      'aria-expanded': expanded,
      'aria-controls': controls,
      'data-expanded': marked,
      'data-mantine-stop-propagation': marked,
    })
  }, [expanded, controls, marked])
  return null
}

/** Highlights the line that contains it, so that Enter and Tab choose the visible line. Each typed letter mounts it again. */
function FirstLine() {
  const { selectFirstOption, updateSelectedOptionIndex } = useComboboxContext().store
  useEffect(() => {
    selectFirstOption()
    // Arrow keys must continue from this line, not from the value that was chosen when the list opened.
    updateSelectedOptionIndex('selected')
  }, [selectFirstOption, updateSelectedOptionIndex])
  return null
}
