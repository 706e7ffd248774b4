import { clientsEndpoints } from '#features/clients/clients.contract.ts'
import { usePeut } from '#web/kit/usePeut.ts'
import { clientsQueries } from '#features/clients/web/clients.queries.ts'
import { useNouveauClient } from '#features/clients/web/useNouveauClient.tsx'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { LookupSelect, type LookupProps } from '#web/kit/LookupSelect.tsx'
import { useLookup } from '#web/kit/useLookup.ts'
import { telephoneIn } from '#shared/texte.ts'
import { messageOf } from '#web/kit/api.ts'

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

type Props = LookupProps & { source: typeof clientsQueries.lookup }

/** The same select from another call of the clients. */
export function ClientOptions(props: Props) {
  return props.tous === undefined ? <FormSelect {...props} /> : <Clients {...props} />
}

function Clients({ source, ...rest }: Props & Pick<ComponentProps<typeof LookupSelect>, 'adding'>) {
  const { options, ...lookup } = useLookup({ ...source, toOption, value: rest.value, error: ERREUR })
  return <LookupSelect {...rest} options={options} lookup={lookup} />
}

/** In a form its last line adds the client who is not there yet, for whoever may, on top of the dialog, and chooses him. */
function FormSelect(props: Props) {
  return usePeut()(clientsEndpoints.create) ? <AddingSelect {...props} /> : <Clients {...props} />
}

function AddingSelect(props: Props) {
  const nouveau = useNouveauClient(NOUVEAU, props.onChange)
  const onAdd = (typed: string) =>
    nouveau.add(telephoneIn(typed) === null ? { nomComplet: typed.trim() } : { tel: typed.trim() })
  return (
    <>
      <Clients {...props} adding={{ label: ajouter, onAdd }} />
      {nouveau.form}
    </>
  )
}

const NOUVEAU = 'nouveau-client'
const ajouter = (typed: string) =>
  typed.trim() === '' ? 'Ajouter un client' : `Ajouter «\u00A0${typed.trim()}\u00A0»`
