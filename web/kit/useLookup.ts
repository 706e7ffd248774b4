import {
  keepPreviousData,
  useQuery,
  useQueryClient,
  type QueryKey,
  type UseQueryOptions,
} from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { messageOf } from '#web/kit/api.ts'
import { useDebounced } from '#web/kit/useDebounced.ts'

/** Rows asked for and options drawn at once: a list of thousands opens and filters as fast as one of ten. */
export const LOOKUP_LIMIT = 100
const SEARCH_MS = 300

export interface LookupOption {
  id: number
  label: string
}

/** What a select offers of a list that may be longer than what it was given. */
export interface Lookup {
  options: readonly LookupOption[]
  /** There are more than these: what is typed is looked for by the server. */
  cut: boolean
  searching: boolean
  /** Why the search found nothing, when it could not be made. */
  failure: string | undefined
  /** Why there is nothing to choose from at all: the list itself did not load. */
  unloaded: Error | null
  onSearch: (typed: string) => void
  /** What the list holds for a text, once that is known: for who does not wait for it. */
  seek: (typed: string) => Promise<readonly LookupOption[]>
}

interface LookupSource<T, R extends T, C extends QueryKey, K extends QueryKey> {
  /** The first {@link LOOKUP_LIMIT} rows whose names contain the text. */
  choix: (search: string) => UseQueryOptions<T[], Error, T[], C>
  /** One of them, for the chosen one when it is not among the rows. */
  read: (id: number) => UseQueryOptions<R, Error, R, K>
  toOption: (row: T) => LookupOption
  value: number | null
  /** « Erreur lors du chargement des clients. » */
  error: string
}

/**
 * The options of a select: the first rows of a list, those the server finds for what is typed where the list is longer,
 * and always the one that is chosen. `choix`, `read` and `toOption` stand outside the component or are memoised.
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

/** The same for a list that comes whole, as the blocs of a residence; empty until it is known which one. */
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
