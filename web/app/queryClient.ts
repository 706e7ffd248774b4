import { QueryClient } from '@tanstack/react-query'

/** A query never retries by itself: the screen shows the failure at once, with « Réessayer ». */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 0 }, mutations: { retry: false } },
})
