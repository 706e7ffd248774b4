import { Button } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { clientsQueries } from '#features/clients/web/clients.queries.ts'
import { ClientOptions } from '#features/clients/web/ClientSelect.tsx'
import { useChoixDuClient } from '#features/paiements/web/useChoixDuClient.ts'
import { choixQueries } from '#features/paiements/web/paiements.queries.ts'
import { AUCUN_BIEN, bienChoisi, type Saisie } from '#features/paiements/web/saisie.ts'
import { LookupSelect } from '#features/residences/web/LookupSelect.tsx'
import { messageOf } from '#web/api.ts'
import { Banner } from '#web/ui/Banner.tsx'

/** The clients as the payment form asks for them (D3 §7). */
const CLIENTS = { choix: choixQueries.clients, read: clientsQueries.read }

interface ChoixDuBienProps {
  form: UseFormReturnType<Saisie>
  disabled: boolean
  /** The dialog opens on the client, unless he and his bien are known. */
  startsHere: boolean
}

/** The client, then one of his biens: choosing one of the three kinds clears and disables the other two (D3 §4). */
export function ChoixDuBien({ form, disabled, startsHere }: ChoixDuBienProps) {
  const { client_id } = form.values
  const clients = useQuery(choixQueries.clients())
  const { appartements, places, locaux } = useChoixDuClient(client_id)
  const chosen = bienChoisi(form.values)
  const choose = (field: keyof typeof AUCUN_BIEN) => (id: number | null) => {
    form.setValues({ ...AUCUN_BIEN, [field]: id })
    form.clearFieldError('appartement_id')
  }
  const hint = (query: UseQueryResult<unknown[]>, none: string) => {
    if (client_id === null) return 'Choisissez d’abord un client'
    return query.data?.length === 0 ? none : 'Choisir…'
  }
  return (
    <>
      <Failure query={clients} text="Erreur lors du chargement des clients." />
      <ClientOptions
        label="Client"
        placeholder={clients.isPending ? 'Chargement des clients...' : 'Choisir un client'}
        withAsterisk
        disabled={disabled}
        data-autofocus={(startsHere && !disabled) || undefined}
        source={CLIENTS}
        value={client_id}
        error={form.errors['client_id']}
        onChange={(id) => {
          form.setValues({ client_id: id, ...AUCUN_BIEN })
          form.clearFieldError('client_id')
        }}
      />
      <Failure query={appartements} text="Erreur lors du chargement des appartements." />
      <LookupSelect
        label="Appartement"
        placeholder={hint(appartements, 'Aucun appartement')}
        disabled={disabled || client_id === null || (chosen !== null && chosen.type !== 'appartement')}
        options={(appartements.data ?? []).map(({ id, numLot, typeLogement }) => ({
          id,
          label: `${numLot} (${typeLogement})`,
        }))}
        value={form.values.appartement_id}
        error={form.errors['appartement_id']}
        onChange={choose('appartement_id')}
        clearable
      />
      <Failure query={places} text="Erreur lors du chargement des places de parking." />
      <LookupSelect
        label="Place de parking"
        placeholder={hint(places, 'Aucune place de parking')}
        disabled={disabled || client_id === null || (chosen !== null && chosen.type !== 'place_parking')}
        options={(places.data ?? []).map(({ id, numero_place, parking }) => ({
          id,
          label: `N° ${numero_place}, ${parking.parking_nom}`,
        }))}
        value={form.values.place_parking_id}
        error={form.errors['place_parking_id']}
        onChange={choose('place_parking_id')}
        clearable
      />
      <Failure query={locaux} text="Erreur lors du chargement des locaux." />
      <LookupSelect
        label="Local"
        placeholder={hint(locaux, 'Aucun local')}
        disabled={disabled || client_id === null || (chosen !== null && chosen.type !== 'local')}
        options={(locaux.data ?? []).map(({ id, num }) => ({ id, label: num }))}
        value={form.values.local_id}
        error={form.errors['local_id']}
        onChange={choose('local_id')}
        clearable
      />
    </>
  )
}

function Failure({ query, text }: { query: UseQueryResult; text: string }) {
  if (!query.isError) return null
  const retry = (
    <Button variant="default" size="sm" onClick={() => void query.refetch()}>
      Réessayer
    </Button>
  )
  return (
    <Banner kind="error" action={retry}>
      {messageOf(query.error, text)}
    </Banner>
  )
}
