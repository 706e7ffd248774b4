import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

type Value = string | number
type Params = Record<string, Value>

/**
 * The page, the search and the filters of a list, kept in the address so that Back, a reload and a link restore them.
 *
 * `const [state, setState] = useUrlState({ page: 1, recherche: '', residence: '' })`
 *
 * A value equal to its default is left out of the address. A number is a positive whole number; anything else in
 * the address reads as the default. Changing anything but `page` returns to page 1. `replace` adds no step to the
 * history: for typing. Another page is shown from its top; a change on the same page leaves the reader where he is.
 */
export function useUrlState<T extends Params>(
  defaults: T,
): [T, (patch: Partial<T>, options?: { replace?: boolean }) => void] {
  const search = useSearch({ strict: false, structuralSharing: true })
  const navigate = useNavigate()
  const state = read(search, defaults)
  const { page } = state
  const set = useCallback(
    (patch: Partial<T>, { replace = false } = {}) => {
      const firstPage = 'page' in defaults && !('page' in patch) ? { page: undefined } : {}
      const wanted = Object.entries({ ...firstPage, ...patch }).map(([key, value]) => [
        key,
        value === defaults[key] || value === undefined ? undefined : String(value),
      ])
      void navigate({
        to: '.',
        search: (current: Record<string, unknown>) => ({ ...current, ...Object.fromEntries(wanted) }),
        replace,
        resetScroll: !replace && page !== (patch.page ?? defaults.page),
      })
    },
    [navigate, defaults, page],
  )
  return [state, set]
}

function read<T extends Params>(search: Record<string, string | undefined>, defaults: T): T {
  const state: T = { ...defaults }
  for (const key in defaults) {
    const found = search[key]
    if (found === undefined) continue
    if (typeof defaults[key] === 'number')
      Object.assign(state, /^[1-9]\d{0,8}$/.test(found) && { [key]: Number(found) })
    else Object.assign(state, { [key]: found })
  }
  return state
}
