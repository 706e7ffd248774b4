import { TextInput } from '@mantine/core'
import { clientInput, type Client } from '#features/clients/clients.contract.ts'
import { clientsQueries, useCreateClient, useUpdateClient } from '#features/clients/web/clients.queries.ts'
import { useDoublons } from '#features/clients/web/useDoublons.tsx'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { useContractForm } from '#web/kit/form.ts'
import { JustAdded } from '#web/kit/JustAdded.tsx'
import { useAnother } from '#web/kit/useAnother.ts'
import { useRecord } from '#web/kit/useRecord.ts'
import { withPrintHint } from '#web/kit/hints.ts'

interface ClientFormProps {
  /** The client to change; none to add one. */
  client?: Client
  /** What is known of the one to add where the form is opened: then it adds no other. */
  known?: ClientConnu
  onClose: () => void
  onSaved: (message: string) => void
  /** The number of the one that was added. */
  onAdded?: (id: number) => void
}

export interface ClientConnu {
  nomComplet?: string
  tel?: string
}

const toSaisie = (client?: Client, known?: ClientConnu) => ({
  nomComplet: client?.nomComplet ?? '',
  tel: client?.tel ?? '',
  email: client?.email ?? '',
  adresse: client?.adresse ?? '',
  ...known,
})

/** Ajouter un client, Modifier le client (D1 §2, §5). */
export function ClientForm({ client: listed, known, onClose, onSaved, onAdded }: ClientFormProps) {
  const form = useContractForm(clientInput, toSaisie(listed, known))
  const { record: client, onReload } = useRecord(listed, form, {
    read: (id, cache) => cache.fetchQuery(clientsQueries.read(id)),
    toSaisie: (fresh) => toSaisie(fresh),
  })
  const create = useCreateClient()
  const update = useUpdateClient()
  const doublons = useDoublons(form, ['tel'], client?.id)
  const { idempotencyKey, added, first, next } = useAnother()
  return (
    <FormDialog
      title={client ? 'Modifier le client' : 'Ajouter un client'}
      form={form}
      onSubmit={async (values) => {
        const saved = client
          ? await update.mutateAsync({ ...values, id: client.id, version: client.version })
          : await create.mutateAsync({ ...values, idempotencyKey })
        onSaved(saved.message)
        if (!client) onAdded?.(saved.id)
      }}
      {...(!client &&
        !known && {
          onAnother: ({ nomComplet }: { nomComplet: string }) => {
            form.setValues(toSaisie())
            next(nomComplet)
          },
        })}
      onReload={onReload}
      onClose={onClose}
      submitLabel={client ? 'Sauvegarder' : 'Ajouter'}
      busyLabel={client ? 'Mise à jour...' : 'Enregistrement...'}
      fallback={client ? 'Erreur lors de la mise à jour.' : "Erreur lors de l'ajout du client."}
    >
      <JustAdded what="Client" name={added} />
      <TextInput
        label="Nom complet"
        withAsterisk
        required
        autoComplete="off"
        maxLength={255}
        data-autofocus
        ref={first}
        {...withPrintHint(form.getInputProps('nomComplet'))}
      />
      <TextInput
        label="Téléphone"
        withAsterisk
        required
        type="tel"
        autoComplete="off"
        maxLength={50}
        {...doublons.watch(form.getInputProps('tel'))}
      />
      <TextInput
        label="Email"
        withAsterisk
        required
        type="email"
        autoComplete="off"
        maxLength={255}
        {...form.getInputProps('email')}
      />
      <TextInput
        label="Adresse"
        autoComplete="off"
        maxLength={255}
        {...withPrintHint(form.getInputProps('adresse'))}
      />
      {doublons.banner}
    </FormDialog>
  )
}
