import { QueryClient } from '@tanstack/react-query'

/** A failure is shown at once, with « Réessayer » beside it: nothing is retried behind the reader's back. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 0 }, mutations: { retry: false } },
})
