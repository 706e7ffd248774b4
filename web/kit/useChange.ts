import {
  useMutation,
  useQueryClient,
  type MutationOptions,
  type QueryClient,
  type UseMutationResult,
} from '@tanstack/react-query'

/** Reads again everything that is shown. What is only kept is read again when it is shown next. */
export function refetchShown(client: QueryClient): Promise<void> {
  return client.invalidateQueries()
}

interface ChangeOptions {
  /** Refused or not, everything is read again: somebody else may have been faster. */
  evenRefused?: boolean
  /** What a change is followed by, where that is more than reading again. */
  after?: (client: QueryClient) => Promise<void>
}

/**
 * A change of anything: names, sums and counts of it stand on other screens too, and which ones is not kept in lists here
 * and there, since a list forgets. It is done once what is mounted has been read again.
 */
export function useChange<V, R>(
  call: (variables: V) => Promise<R>,
  options?: ChangeOptions,
): UseMutationResult<R, Error, V> {
  return useMutation(changeOf(useQueryClient(), call, options))
}

/** What {@link useChange} gives the mutation. */
export function changeOf<V, R>(
  client: QueryClient,
  call: (variables: V) => Promise<R>,
  { evenRefused = false, after = refetchShown }: ChangeOptions = {},
): MutationOptions<R, Error, V> {
  return {
    mutationFn: call,
    onSettled: (_answer, error) => (error === null || evenRefused ? after(client) : undefined),
  }
}
