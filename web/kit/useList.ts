import { useState } from 'react'
import { useSearchField, type SearchState } from '#web/kit/useSearchField.ts'
import { useUrlState } from '#web/kit/useUrlState.ts'
import { TABLE_ROWS, useView, type View } from '#web/kit/useView.ts'

/** What every list keeps in the address. */
const SHARED = { page: 1, recherche: '', portee: '', tri: '' }
type Own = Record<string, string | number>

/** A search of the loaded page (Q46): the page stays. */
const LOADED_PAGE = { ms: 500, keepsPage: true }
/** A search that begins at the first page again (Q47). */
export const FROM_FIRST_PAGE = { ms: 300, keepsPage: false }

interface ListOptions<K extends string> {
  /** Those of its own parameters that the selects set. */
  filters?: readonly K[]
  search?: typeof LOADED_PAGE
  /** The name under which this device remembers « Cartes | Tableau », for a list that can be a table. */
  table?: string
}

/** What {@link ListPage} needs to know of a list. */
export interface List {
  page: number
  goTo: (page: number) => void
  /** The search in force. */
  recherche: string
  search: SearchState
  view: View
  /** Undefined for a list that is always cards. */
  setView: ((view: View) => void) | undefined
  tri: string
  sortBy: (tri: string) => void
  /** How many of the selects are set. */
  set: number
  /** The filters hold for the loaded page only. */
  inPlace: boolean
  /** The filters hold for the whole list. */
  wholeList: boolean
  /** Lets the filters hold for the whole list. */
  everywhere: () => void
  /** Search and filters are taken away. */
  reset: () => void
}

/**
 * Page, search, filters and order of a list, in the address, with what it has open there.
 *
 * Filters that come with a link hold for the whole list; those chosen on the screen hold for the loaded page (D2 §9),
 * which `portee=page` says. In a table they always hold for the whole list, as its order does. `own` is what else stands
 * in the address, with its defaults; keep it outside the component.
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
  // The loaded page is looked at, so it stays; a list that was filtered as a whole begins again.
  const stay = asTable || wholeList ? {} : { page }
  const search = useSearchField(
    recherche,
    (text) => setAddress({ recherche: text, ...(keepsPage && { page }) }, { replace: true }),
    ms,
  )
  const list: List = {
    page,
    goTo: (wanted) => setAddress({ page: wanted }),
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
    /** Its own parameters, as the address has them. */
    state: { ...own, ...address },
    /** What the list is asked with, its filters aside. */
    query: { page, ...(asTable && { per_page: TABLE_ROWS, tri }) },
    /** One or several of the filters, chosen on the screen. */
    choose(patch: Partial<T>) {
      const next: Own = { ...address, ...patch }
      const any = filters.some((name) => next[name] !== defaults[name])
      setAddress({ ...pick(next, filters), portee: any && !asTable ? 'page' : '', ...stay })
    },
    /** What the address names is opened; the list behind stays where it is. */
    open: (patch: Partial<T>) => setAddress({ ...patch, page }),
    /** The same step taken back out of the history: what was closed stays closed when one goes back. */
    close: (patch: Partial<T>) => setAddress({ ...patch, page }, { replace: true }),
  }
}

function pick(values: Own, names: readonly string[]): Own {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))
}
