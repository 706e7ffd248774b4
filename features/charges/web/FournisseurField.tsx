import { useQuery } from '@tanstack/react-query'
import { useState, type ComponentProps } from 'react'
import { chargesQueries } from '#features/charges/web/charges.queries.ts'
import { SuggestField } from '#web/kit/field/SuggestField.tsx'
import { useDebounced } from '#web/kit/list/useDebounced.ts'

const SEARCH_MS = 300

type FournisseurFieldProps = Omit<ComponentProps<typeof SuggestField>, 'data'> & { value?: string }

/** Whom a voucher is owed to: a text, those written on other vouchers are proposed once the field is touched. */
export function FournisseurField({ value = '', onFocus, ...props }: FournisseurFieldProps) {
  const [touched, setTouched] = useState(false)
  const search = useDebounced(value.trim(), SEARCH_MS)
  const { data } = useQuery({
    ...chargesQueries.fournisseurs({ page: 1, search, solde: undefined }),
    enabled: touched,
  })
  return (
    <SuggestField
      maxLength={255}
      autoComplete="off"
      limit={50}
      {...props}
      value={value}
      data={[...new Set(data?.data.flatMap(({ nom }) => nom ?? []))]}
      onFocus={(event) => {
        setTouched(true)
        onFocus?.(event)
      }}
    />
  )
}
