import {
  useMutation,
  useQueryClient,
  type MutationOptions,
  type QueryClient,
  type UseMutationResult,
} from '@tanstack/react-query'

/** Reads every shown query again; other cached queries are read again when they are next shown. */
export function refetchShown(client: QueryClient): Promise<void> {
  return client.invalidateQueries()
}

interface ChangeOptions {
  /** True to read again after a refusal too, since another member may have made the change. */
  evenRefused?: boolean
  /** Runs after a change, instead of reading again. */
  after?: (client: QueryClient, refused: boolean) => Promise<void>
}

/** Mutation of any record. Every shown query is read again, because names, sums and counts of the record stand on many screens. */
export function useChange<V, R>(
  call: (variables: V) => Promise<R>,
  options?: ChangeOptions,
): UseMutationResult<R, Error, V> {
  return useMutation(changeOf(useQueryClient(), call, options))
}

export function changeOf<V, R>(
  client: QueryClient,
  call: (variables: V) => Promise<R>,
  { evenRefused = false, after = refetchShown }: ChangeOptions = {},
): MutationOptions<R, Error, V> {
  return {
    mutationFn: call,
    onSettled: (_answer, error) =>
      error === null || evenRefused ? after(client, error !== null) : undefined,
  }
}
