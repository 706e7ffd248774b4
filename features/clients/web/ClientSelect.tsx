import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { clientsQueries } from '#features/clients/web/clients.queries.ts'
import { LookupSelect, type LookupProps } from '#features/residences/web/LookupSelect.tsx'
import { messageOf } from '#web/api.ts'

/** A client to choose among all, by name or phone, accents and case aside. */
export function ClientSelect({ error, ...rest }: LookupProps) {
  const clients = useQuery(clientsQueries.all())
  const failed = clients.isError
    ? messageOf(clients.error, 'Erreur lors du chargement des clients.')
    : undefined
  return <ClientOptions {...rest} clients={clients.data} error={error ?? failed} />
}

interface ClientOptionsProps extends LookupProps {
  clients: readonly { id: number; nomComplet: string; tel: string }[] | undefined
}

/** The same select for a screen that has read the clients itself. */
export function ClientOptions({ clients, ...rest }: ClientOptionsProps) {
  const options = useMemo(
    () => (clients ?? []).map(({ id, nomComplet, tel }) => ({ id, label: `${nomComplet} · ${tel}` })),
    [clients],
  )
  return <LookupSelect {...rest} options={options} />
}
