import { queryOptions } from '@tanstack/react-query'
import { verificationEndpoints } from '#features/verification/verification.contract.ts'
import { callApi } from '#web/kit/call.ts'

/** What the paper of a code says. Asked once: an unknown one is counted. */
export const verificationQuery = (code: string) =>
  queryOptions({
    queryKey: ['verifier', code],
    queryFn: ({ signal }) => callApi(verificationEndpoints.verifier, { query: { code }, signal }),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })
