import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

type Value = string | number
type Params = Record<string, Value>

/** Stands in an address for '' where '' is not the default: the router leaves out empty texts. */
const NOTHING = '-'

/**
 * State of a list in the address, so that Back, a reload and a link restore it.
 *
 * `const [state, setState] = useUrlState({ page: 1, recherche: '', residence: '' })`
 *
 * Default values are left out of the address; a text that is emptied although its default is none stands there as « - ». Numbers are positive integers; an invalid one reads as the default. A change without `page`
 * returns to page 1. `replace` adds no step to the history, for typing. Another page scrolls to the top.
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
        value === defaults[key] || value === undefined ? undefined : String(value) || NOTHING,
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
    else Object.assign(state, { [key]: found === NOTHING && defaults[key] !== '' ? '' : found })
  }
  return state
}

function bringIntoSight(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'center' })
}

/** Props that mark the element named in the address and scroll to it: `<tr {...(id === named && markedInSight)}>`. */
export const markedInSight = { ref: bringIntoSight, 'aria-current': true } as const
