import {
  keepPreviousData,
  useQuery,
  useQueryClient,
  type QueryKey,
  type UseQueryOptions,
} from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { messageOf } from '#web/kit/call/api.ts'
import { useDebounced } from '#web/kit/list/useDebounced.ts'
import { filterByRecherche, normaliser, sansIsolation } from '#shared/texte.ts'

/** Number of rows to read and options to draw, so that a list of thousands opens as fast as one of ten. */
export const LOOKUP_LIMIT = 100
const SEARCH_MS = 300

export interface LookupOption {
  id: number
  label: string
}

/** Options of a select whose list may be longer than the read rows. */
export interface Lookup {
  options: readonly LookupOption[]
  /** True when the server has more rows; a typed text is then searched there. */
  cut: boolean
  searching: boolean
  failure: string | undefined
  /** Error of the list itself. */
  unloaded: Error | null
  onSearch: (typed: string) => void
  /** Resolves to the options for a text, for a caller that cannot wait for the next render. */
  seek: (typed: string) => Promise<readonly LookupOption[]>
}

interface LookupSource<T, R extends T, C extends QueryKey, K extends QueryKey> {
  /** Query of the first {@link LOOKUP_LIMIT} rows whose names contain the text. */
  choix: (search: string) => UseQueryOptions<T[], Error, T[], C>
  /** Query of the chosen record when it is not among the rows. */
  read: (id: number) => UseQueryOptions<R, Error, R, K>
  toOption: (row: T) => LookupOption
  value: number | null
  error: string
}

/**
 * Options of a select: the first rows, the rows found for the typed text in a longer list, and the chosen one. All arguments must be
 * stable.
 */
export function useLookup<T extends { id: number }, R extends T, C extends QueryKey, K extends QueryKey>({
  choix,
  read,
  toOption,
  value,
  error,
}: LookupSource<T, R, C, K>): Lookup {
  const client = useQueryClient()
  const [typed, onSearch] = useState('')
  const sought = useDebounced(typed.trim(), SEARCH_MS)
  const first = useQuery(choix(''))
  const long = (first.data?.length ?? 0) >= LOOKUP_LIMIT
  const searched = long && sought !== ''
  const found = useQuery({
    ...choix(sought),
    enabled: searched,
    placeholderData: keepPreviousData,
  })
  const rows = searched ? found.data : first.data
  const missing = value !== null && first.data !== undefined && !has(rows, value)
  const chosen = useQuery({ ...read(value ?? 0), enabled: missing })
  const options = useMemo(() => {
    const listed = (rows ?? []).map(toOption)
    return missing && chosen.data ? [toOption(chosen.data), ...listed] : listed
  }, [rows, missing, chosen.data, toOption])
  return {
    options,
    cut: (rows?.length ?? 0) >= LOOKUP_LIMIT,
    searching:
      first.isLoading || (long && typed.trim() !== '' && (sought !== typed.trim() || found.isFetching)),
    failure: searched && found.isError ? messageOf(found.error, error) : undefined,
    unloaded: first.error,
    onSearch,
    async seek(text) {
      const all = await client.ensureQueryData(choix(''))
      const wanted = text.trim()
      return (all.length < LOOKUP_LIMIT || wanted === '' ? all : await client.fetchQuery(choix(wanted))).map(
        toOption,
      )
    },
  }
}

/** Options of a list that is read whole, such as the blocs of a residence; empty until `enabled`. */
export function useWholeLookup<T extends { id: number }, K extends QueryKey>(
  source: UseQueryOptions<T[], Error, T[], K>,
  enabled: boolean,
  toOption: (row: T) => LookupOption,
): Lookup {
  const client = useQueryClient()
  const { data, isLoading, error } = useQuery({ ...source, enabled })
  return {
    options: useMemo(() => (enabled ? (data ?? []) : []).map(toOption), [enabled, data, toOption]),
    cut: false,
    searching: isLoading,
    failure: undefined,
    unloaded: error,
    onSearch: () => {},
    seek: async () => (await client.ensureQueryData(source)).map(toOption),
  }
}

const has = (rows: readonly { id: number }[] | undefined, value: number) =>
  rows?.some(({ id }) => id === value) === true

export interface Line {
  value: string
  label: string
  disabled?: boolean
  /** Heading above the lines that follow one another under it. */
  groupe?: string
}

const MORE: Line = { value: 'more', label: 'Précisez votre recherche…', disabled: true }

export const toLine = ({ id, label }: LookupOption): Line => ({ value: String(id), label })

interface Shown {
  typed: string
  chosen: string | null
  /** True when the server has more rows. */
  cut: boolean
}

/** The lines to show: the first matches, the chosen line when nothing is typed, and a note when there are more. */
export function linesOf(all: readonly Line[], { typed, chosen, cut }: Shown): Line[] {
  // A label such as « Nom · téléphone » is searched part by part.
  const found = exactFirst(
    filterByRecherche(all, typed, ({ label }) => sansIsolation(label).split(' · ')),
    typed,
  )
  if (found.length <= LOOKUP_LIMIT) return cut && found.length > 0 ? [...found, MORE] : found
  const beyond = typed === '' ? found.slice(LOOKUP_LIMIT).filter(({ value }) => value === chosen) : []
  return [...beyond, ...found.slice(0, LOOKUP_LIMIT), MORE]
}

/** Puts whole-word matches first: « A1 » before « A10 ». */
function exactFirst(found: readonly Line[], typed: string): Line[] {
  const wanted = normaliser(typed)
  if (wanted === '') return [...found]
  const isMeant = ({ label }: Line) => {
    const folded = normaliser(sansIsolation(label))
    return folded.startsWith(wanted) && !/[\p{L}\p{N}]/u.test(folded.charAt(wanted.length))
  }
  return [...found.filter(isMeant), ...found.filter((line) => !isMeant(line))]
}
