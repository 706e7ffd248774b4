import { useState, useMemo } from 'react'
import type { PageStep } from '#web/kit/list/Pager.tsx'
import { useSearchField, type SearchState } from '#web/kit/list/SearchField.tsx'
import { useUrlState } from '#web/kit/list/useUrlState.ts'
import { TABLE_ROWS, useView, type View } from '#web/kit/list/ViewSwitch.tsx'
import { filterByRecherche } from '#shared/texte.ts'

const SHARED = { page: 1, recherche: '', portee: '', tri: '' }
type Own = Record<string, string | number>

/** A search of the loaded page keeps the page (Q46). */
const LOADED_PAGE = { ms: 500, keepsPage: true }
/** A search of the whole list returns to its first page (Q47). */
export const FROM_FIRST_PAGE = { ms: 300, keepsPage: false }

interface ListOptions<K extends string> {
  /** Names of the list's own parameters that are filters. */
  filters?: readonly K[]
  search?: typeof LOADED_PAGE
  /** Name under which the device remembers « Cartes | Tableau »; absent for a list without a table. */
  table?: string
}

export interface List {
  page: number
  goTo: (step: PageStep) => void
  /** The applied search. */
  recherche: string
  search: SearchState
  view: View
  /** Undefined for a list that is always cards. */
  setView: ((view: View) => void) | undefined
  tri: string
  sortBy: (tri: string) => void
  set: number
  /** True when the filters cover the loaded page only. */
  inPlace: boolean
  wholeList: boolean
  /** Extends the filters to the whole list. */
  everywhere: () => void
  reset: () => void
}

/**
 * Page, search, filters and order of a list, kept in the address. Filters of a link cover the whole list; filters chosen on the screen
 * cover the loaded page (D2 §9), which `portee=page` records, except in a table. `own`, the list's own parameters with their defaults, must
 * be stable.
 */
export function useList<T extends Own>(
  own: T,
  { filters = [], search: { ms, keepsPage } = LOADED_PAGE, table }: ListOptions<keyof T & string> = {},
) {
  const [defaults] = useState(() => ({ ...SHARED, ...own }))
  const [address, setAddress] = useUrlState<typeof SHARED & Own>(defaults)
  const [view, setView] = useView(table ?? '', () => setAddress({ page: 1 }, { replace: true }))
  const asTable = table !== undefined && view === 'tableau'
  const { page, recherche, portee, tri } = address
  const set = filters.filter((name) => address[name] !== defaults[name]).length
  const wholeList = set > 0 && (asTable || portee !== 'page')
  // A filter of the loaded page keeps that page; a filter of the whole list returns to the first one.
  const stay = asTable || wholeList ? {} : { page }
  const search = useSearchField(
    recherche,
    (text) => setAddress({ recherche: text, ...(keepsPage && { page }) }, { replace: true }),
    ms,
  )
  const list: List = {
    page,
    goTo: ({ page: wanted, replace }) => setAddress({ page: wanted }, { replace }),
    recherche,
    search,
    view: asTable ? 'tableau' : 'cartes',
    setView: table === undefined ? undefined : setView,
    tri,
    sortBy: (wanted) => setAddress({ tri: wanted }),
    set,
    inPlace: set > 0 && !wholeList,
    wholeList,
    everywhere: () => setAddress({ portee: '' }),
    reset() {
      search.clear()
      if (filters.length > 0)
        setAddress({ ...pick(defaults, filters), recherche: '', portee: '', ...(!wholeList && { page }) })
    },
  }
  return {
    ...list,
    state: { ...own, ...address },
    /** Query of the list, without its filters. */
    query: { page, ...(asTable && { per_page: TABLE_ROWS, tri }) },
    choose(patch: Partial<T>) {
      const next: Own = { ...address, ...patch }
      const any = filters.some((name) => next[name] !== defaults[name])
      setAddress({ ...pick(next, filters), portee: any && !asTable ? 'page' : '', ...stay })
    },
    /** Opens the record named in the address, on the same page of the list. */
    open: (patch: Partial<T>) => setAddress({ ...patch, page }),
    /** Closes it and replaces the step in the history, so that Back does not open it again. */
    close: (patch: Partial<T>) => setAddress({ ...patch, page }, { replace: true }),
  }
}

function pick(values: Own, names: readonly string[]): Own {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))
}

/** The rows of the loaded page that a search finds (Q43, Q44). `texts`, a row's searched texts, must be a stable function. */
export function useClientFilter<T>(
  rows: readonly T[],
  search: string,
  texts: (row: T) => readonly (string | null | undefined)[],
): readonly T[] {
  return useMemo(() => filterByRecherche(rows, search, texts), [rows, search, texts])
}
