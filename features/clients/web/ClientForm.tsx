import { TextInput } from '@mantine/core'
import * as z from 'zod/mini'
import { champsDUnClient, emailOuSans, type Client } from '#features/clients/clients.contract.ts'
import { clientsQueries, useCreateClient, useUpdateClient } from '#features/clients/web/clients.queries.ts'
import { useDoublons } from '#features/clients/web/useDoublons.tsx'
import { pasteLines } from '#web/kit/field/pasteLines.ts'
import { FormDialog } from '#web/kit/dialog/FormDialog.tsx'
import { useContractForm, useRecord } from '#web/kit/form/form.ts'
import { JustAdded, useAnother } from '#web/kit/form/adding.tsx'
import { texteOuVide } from '#shared/champs/codecs.ts'
import { isNomArabe } from '#shared/texte.ts'
import { withPrintHint } from '#web/kit/field/hints.ts'

interface ClientFormProps {
  client?: Client
  /** Known fields of the client to add. Such a form adds a single client. */
  known?: ClientConnu
  onClose: () => void
  onSaved: (message: string) => void
  onAdded?: (id: number) => void
}

export interface ClientConnu {
  nomComplet?: string
  tel?: string
}

/** `nom_latin` is offered for a name in Arabic: what is typed there is the name of French papers, the other one that of Arabic papers. */
const clientForm = z.intersection(
  z.extend(champsDUnClient, { nom_latin: texteOuVide(255) }).check(
    // Its field is not shown beside a name in Latin letters: what was typed in it is not sent, and refuses nothing.
    z.refine(({ nomComplet, nom_latin }) => !isNomArabe(nomComplet) || !isNomArabe(nom_latin), {
      path: ['nom_latin'],
      error: 'Écrivez ce nom en caractères latins.',
      // Told together with what other fields lack.
      when: () => true,
    }),
  ),
  emailOuSans,
)

const toSaisie = (client?: Client, known?: ClientConnu) => ({
  nomComplet: client?.nomComplet ?? '',
  nom_latin: '',
  tel: client?.tel ?? '',
  email: client?.email ?? '',
  adresse: client?.adresse ?? '',
  ...known,
})

function toInput({ nom_latin, nomComplet, ...rest }: ReturnType<typeof toSaisie>) {
  const latin = isNomArabe(nomComplet) ? nom_latin.trim() : ''
  return latin === '' ? { ...rest, nomComplet } : { ...rest, nomComplet: latin, nom_ar: nomComplet }
}

/** Form of a client, to add one or to change one (D1 §2, §5). */
export function ClientForm({ client: listed, known, onClose, onSaved, onAdded }: ClientFormProps) {
  const form = useContractForm(clientForm, toSaisie(listed, known))
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
          ? await update.mutateAsync({ ...toInput(values), id: client.id, version: client.version })
          : await create.mutateAsync({ ...toInput(values), idempotencyKey })
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
      {isNomArabe(form.values.nomComplet) && (
        <TextInput
          label="Nom en caractères latins"
          description="Facultatif. Les documents en français porteront ce nom, comme sur sa pièce d'identité."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="off"
          maxLength={255}
          {...withPrintHint(form.getInputProps('nom_latin'))}
        />
      )}
      <TextInput
        label="Téléphone"
        withAsterisk
        required
        type="tel"
        onPaste={pasteLines}
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
