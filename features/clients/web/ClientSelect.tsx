import { clientsEndpoints } from '#features/clients/clients.contract.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { clientsQueries } from '#features/clients/web/clients.queries.ts'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useState, type ReactNode } from 'react'
import { LookupSelect, type LookupProps } from '#web/kit/select/LookupSelect.tsx'
import { useLookup } from '#web/kit/select/useLookup.ts'
import { isole, telephoneIn } from '#shared/texte.ts'
import { messageOf } from '#web/kit/call/api.ts'
import type { ClientConnu } from '#features/clients/web/ClientForm.tsx'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'
import { InputScope } from '#web/kit/form/savedInput.ts'
import { useOpened } from '#web/kit/dialog/useOpened.ts'

const ERREUR = 'Erreur lors du chargement des clients.'
const toOption = ({ id, nomComplet, tel }: { id: number; nomComplet: string; tel: string }) => ({
  id,
  label: isole(nomComplet, tel),
})

export function ClientSelect({ error, ...rest }: LookupProps) {
  const clients = useQuery(clientsQueries.choix())
  const failed = clients.isError ? messageOf(clients.error, ERREUR) : undefined
  return <ClientOptions {...rest} source={clientsQueries.lookup} error={error ?? failed} />
}

type Props = LookupProps & { source: typeof clientsQueries.lookup }

export function ClientOptions(props: Props) {
  return props.tous === undefined ? (
    <FormSelect {...props} />
  ) : (
    <Clients {...props} comboboxProps={WIDE_ENOUGH} />
  )
}

/** The list of a filter is wider than its field: a name and its phone stand on one line. */
const WIDE_ENOUGH = {
  position: 'bottom-start',
  styles: { dropdown: { minWidth: 'min(22rem, calc(100vw - 32px))' } },
} as const

function Clients({ source, ...rest }: Props & Pick<ComponentProps<typeof LookupSelect>, 'adding'>) {
  const { options, ...lookup } = useLookup({ ...source, toOption, value: rest.value, error: ERREUR })
  return <LookupSelect {...rest} options={options} lookup={lookup} />
}

/** In a form, the last option adds a missing client in a second dialog and selects the client. */
function FormSelect(props: Props) {
  return usePeut()(clientsEndpoints.create) ? <AddingSelect {...props} /> : <Clients {...props} />
}

function AddingSelect(props: Props) {
  const nouveau = useNouveauClient(NOUVEAU, props.onChange)
  const onAdd = (typed: string) =>
    nouveau.add(telephoneIn(typed) === null ? { nomComplet: typed.trim() } : { tel: typed.trim() })
  return (
    <>
      <Clients {...props} adding={{ label: add, onAdd }} />
      {nouveau.form}
    </>
  )
}

const NOUVEAU = 'nouveau-client'
const add = (typed: string) =>
  typed.trim() === '' ? 'Ajouter un client' : `Nouveau client «\u00A0${typed.trim()}\u00A0»`

const ClientForm = lazyDialog(() => import('#features/clients/web/ClientForm.tsx'), 'ClientForm')

/** Form of a client on top of another form, which renders `form`. @param name unique among the dialogs on that form */
export function useNouveauClient(
  name: string,
  onAdded: (id: number) => void,
): { add: (known: ClientConnu) => void; form: ReactNode } {
  const [nouveau, setNouveau] = useOpened<ClientConnu>(name)
  // A restored dialog must mount after the dialog below it, to be on top.
  const [below, setBelow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setBelow(true))
    return () => clearTimeout(timer)
  }, [])
  const form = nouveau && below && (
    <InputScope value={name}>
      <ClientForm
        known={nouveau}
        onClose={() => setNouveau(null)}
        // No message: the new client appears in the field.
        onSaved={() => {}}
        onAdded={onAdded}
      />
    </InputScope>
  )
  return { add: setNouveau, form }
}
