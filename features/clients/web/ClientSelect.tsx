import { clientsQueries } from '#features/clients/web/clients.queries.ts'
import { useQuery } from '@tanstack/react-query'
import { LookupSelect, type LookupProps } from '#features/residences/web/LookupSelect.tsx'
import { useLookup } from '#features/residences/web/useLookup.ts'
import { messageOf } from '#web/api.ts'

const ERREUR = 'Erreur lors du chargement des clients.'
const toOption = ({ id, nomComplet, tel }: { id: number; nomComplet: string; tel: string }) => ({
  id,
  label: `${nomComplet} · ${tel}`,
})

/** A client to choose among all, by name or phone, accents and case aside. */
export function ClientSelect({ error, ...rest }: LookupProps) {
  const clients = useQuery(clientsQueries.choix())
  const failed = clients.isError ? messageOf(clients.error, ERREUR) : undefined
  return <ClientOptions {...rest} source={clientsQueries.lookup} error={error ?? failed} />
}

/** The same select from another call of the clients. */
export function ClientOptions({ source, ...rest }: LookupProps & { source: typeof clientsQueries.lookup }) {
  const { options, ...lookup } = useLookup({ ...source, toOption, value: rest.value, error: ERREUR })
  return <LookupSelect {...rest} options={options} lookup={lookup} />
}
