import { useQuery } from '@tanstack/react-query'
import { clientsQueries } from '#features/clients/web/clients.queries.ts'
import { LookupSelect, type LookupProps } from '#features/residences/web/LookupSelect.tsx'
import { messageOf } from '#web/api.ts'

/** A client to choose among all, by name or phone, accents and case aside. */
export function ClientSelect({ error, ...rest }: LookupProps) {
  const clients = useQuery(clientsQueries.all())
  const options = (clients.data ?? []).map(({ id, nomComplet, tel }) => ({
    id,
    label: `${nomComplet} · ${tel}`,
  }))
  const failed = clients.isError
    ? messageOf(clients.error, 'Erreur lors du chargement des clients.')
    : undefined
  return <LookupSelect {...rest} options={options} error={error ?? failed} />
}
