import type { UseFormReturnType } from '@mantine/form'
import { useMemo, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'

type ListForm = Pick<
  UseFormReturnType<Record<string, unknown>>,
  | 'clearErrors'
  | 'insertListItem'
  | 'isDirty'
  | 'removeListItem'
  | 'reorderListItem'
  | 'replaceListItem'
  | 'setDirty'
>

export interface Rows<R> {
  add: (row: R) => void
  replace: (rang: number, row: R) => void
  remove: (rang: number) => void
  move: (from: number, to: number) => void
}

/**
 * Edits a list of a form, row by row; `list` is its path. Each change clears the errors of the last attempt. The functions keep
 * their identity, so that a key in one row draws no other. With `place`, whose children are the rows, the focus follows: to the first
 * field of a new row or of the one after a removed row, and it stays in its field in a row that moves.
 */
export function useRows<R>(form: ListForm, list: string, place?: RefObject<HTMLElement | null>): Rows<R> {
  const { clearErrors, insertListItem, removeListItem, reorderListItem, replaceListItem, setDirty } = form
  // Each `isDirty` of a form answers for its current values.
  const [isDirty] = useState(() => form.isDirty)
  return useMemo(() => {
    const [root = list] = list.split('.')
    function change(make: () => void) {
      clearErrors()
      make()
      // The helpers of a list leave no mark; the marks of other fields would hide that the list has changed.
      setDirty(({ [root]: _, ...others }) => others)
      setDirty((others) => ({ ...others, [root]: isDirty(root) }))
    }
    /** The row is drawn before the next key arrives. */
    function changeNow(make: () => void, rang: number, field?: Element | null) {
      if (!place) return change(make)
      flushSync(() => change(make))
      const row = place.current?.children[rang]
      const next = field && row?.contains(field) ? field : row?.querySelector('input')
      if (next instanceof HTMLElement) next.focus()
      row?.scrollIntoView({ block: 'nearest' })
    }
    return {
      add: (row) => changeNow(() => insertListItem(list, row), place?.current?.children.length ?? 0),
      replace: (rang, row) => change(() => replaceListItem(list, rang, row)),
      remove: (rang) =>
        changeNow(
          () => removeListItem(list, rang),
          Math.min(rang, (place?.current?.children.length ?? 0) - 2),
        ),
      move: (from, to) => changeNow(() => reorderListItem(list, { from, to }), to, document.activeElement),
    }
  }, [
    clearErrors,
    insertListItem,
    isDirty,
    removeListItem,
    reorderListItem,
    replaceListItem,
    setDirty,
    list,
    place,
  ])
}
