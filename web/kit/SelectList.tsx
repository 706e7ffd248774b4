import { CheckIcon, Combobox, OptionsDropdown, useCombobox, type ComboboxProps } from '@mantine/core'
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
import { FirstLine } from '#web/kit/FirstLine.tsx'
import type { Line } from '#web/kit/lines.ts'

/** What the field shows of its list, for who does not see it. */
export interface ListState {
  'aria-expanded': boolean
  'aria-controls'?: string | undefined
  'aria-activedescendant'?: string | undefined
  'data-expanded'?: boolean | undefined
  'data-mantine-stop-propagation'?: boolean | undefined
}

/** What the field asks of its list. */
export interface ListHandle {
  open: () => void
  close: () => void
  /** No line is highlighted any more. */
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
  /** It stands, and hears the keys. */
  onReady: () => void
}

/** The list under a `SelectField`, which is its target: it hands over what the field shows of it, and hears its keys. */
export function SelectList({ input, opened, onOpened, onState, onReady, ref, ...props }: SelectListProps) {
  // Its lines are found by the name of the list, which is drawn anew, and named anew, when it opens: no line is drawn, nor
  // is it open, before it has one, and what is highlighted is highlighted again in the next.
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
        data={[...props.data]}
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
            {/* On the right, as in every list. */}
            {checked === true && <CheckIcon className={Combobox.classes.optionsDropdownCheckIcon} />}
          </>
        )}
      />
    </Combobox>
  )
}

const NOTHING = () => []

interface TargetProps extends Omit<ListHandle, 'onKeyDown'>, Partial<ListState> {
  input: HTMLInputElement
  handle: Ref<ListHandle>
  onState: (state: ListState) => void
  /** Given by the list. */
  onKeyDown?: ListHandle['onKeyDown']
  ref?: (input: HTMLInputElement | null) => void
}

/** Stands for the field, which is outside. */
function Target({ input, handle, onState, open, close, reset, onKeyDown, ref, ...given }: TargetProps) {
  useImperativeHandle(handle, () => ({ open, close, reset, onKeyDown: (event) => onKeyDown?.(event) }))
  useLayoutEffect(() => {
    ref?.(input)
    return () => ref?.(null)
  }, [input, ref])
  const expanded = given['aria-expanded'] === true
  const controls = given['aria-controls']
  const active = given['aria-activedescendant']
  const marked = given['data-expanded']
  const tell = useEffectEvent(onState)
  useLayoutEffect(() => {
    tell({
      'aria-expanded': expanded,
      'aria-controls': controls,
      'aria-activedescendant': active,
      'data-expanded': marked,
      'data-mantine-stop-propagation': marked,
    })
  }, [expanded, controls, active, marked])
  return null
}
