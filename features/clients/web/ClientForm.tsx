import { Button, TextInput } from '@mantine/core'
import { useRef, type ReactNode } from 'react'
import * as z from 'zod/mini'
import { champsDUnClient, coordonneesOuSans, type Client } from '#features/clients/clients.contract.ts'
import { clientsQueries, useCreateClient, useUpdateClient } from '#features/clients/web/clients.queries.ts'
import { useDoublons } from '#features/clients/web/useDoublons.tsx'
import { pasteLines } from '#web/kit/field/pasteLines.ts'
import { FormDialog } from '#web/kit/dialog/FormDialog.tsx'
import { useContractForm, useRecord } from '#web/kit/form/form.ts'
import { JustAdded, useAnother } from '#web/kit/form/adding.tsx'
import { CLIENT_SANS_EMAIL, SANS_EMAIL, SANS_TELEPHONE, telephoneOuVide } from '#shared/coordonnees.ts'
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

/** Its field is not shown beside a name in Latin letters: what was typed in it is not sent, and refuses nothing. */
const nomLatin = z.object({ nomComplet: z.string(), nom_latin: z.string() }).check(
  z.refine(({ nomComplet, nom_latin }) => !isNomArabe(nomComplet) || !isNomArabe(nom_latin), {
    path: ['nom_latin'],
    error: 'Écrivez ce nom en caractères latins.',
  }),
)
/**
 * `nom_latin` is offered for a name in Arabic: what is typed there is the name of French papers, the other one that of Arabic papers. What
 * stands between two fields is apart from the fields, so that no refusal hides another.
 */
const clientForm = z.intersection(
  z.extend(champsDUnClient, { tel: telephoneOuVide(), nom_latin: texteOuVide(255) }),
  z.intersection(
    z.pipe(
      nomLatin,
      z.transform(() => ({})),
    ),
    coordonneesOuSans,
  ),
)

const toSaisie = (client?: Client, known?: ClientConnu) => ({
  nomComplet: client?.nomComplet ?? '',
  nom_latin: '',
  tel: client?.tel ?? '',
  email: client?.email ?? '',
  sans_email: client?.sans_email ?? false,
  sans_telephone: client?.sans_telephone ?? false,
  adresse: client?.adresse ?? '',
  ...known,
})

type Saisie = ReturnType<typeof toSaisie>

/** A client is said to be without e-mail alone; without phone he may only stay. */
function toInput({ nom_latin, nomComplet, sans_email, sans_telephone, ...rest }: Saisie) {
  const latin = isNomArabe(nomComplet) ? nom_latin.trim() : ''
  const reste = { ...rest, ...(sans_email && { sans_email }), ...(sans_telephone && { sans_telephone }) }
  return latin === '' ? { ...reste, nomComplet } : { ...reste, nomComplet: latin, nom_ar: nomComplet }
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
      specified
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
      <OuSans
        label="Téléphone"
        sans={form.values.sans_telephone}
        phrase={SANS_TELEPHONE}
        saisir="Saisir un numéro"
        onChange={(sans_telephone) => form.setFieldValue('sans_telephone', sans_telephone)}
      >
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
      </OuSans>
      <OuSans
        label="Email"
        sans={form.values.sans_email}
        phrase={CLIENT_SANS_EMAIL}
        saisir="Saisir une adresse"
        sansDit={SANS_EMAIL}
        onChange={(sans_email) => {
          form.setValues({ email: '', sans_email })
          form.clearFieldError('email')
        }}
      >
        <TextInput
          label="Email"
          withAsterisk
          required
          type="email"
          autoComplete="off"
          maxLength={255}
          {...form.getInputProps('email')}
        />
      </OuSans>
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

interface OuSansProps {
  label: string
  /** True of a client of whom there is none: `phrase` stands in place of the field, which `saisir` brings back. */
  sans: boolean
  phrase: string
  saisir: string
  /** The button under the field that says there is none; absent where only an import may say so (entree.md D.9). */
  sansDit?: string
  onChange: (sans: boolean) => void
  children: ReactNode
}

/** A field that may say that there is nothing to fill in. */
function OuSans({ label, sans, phrase, saisir, sansDit, onChange, children }: OuSansProps) {
  const place = useRef<HTMLDivElement>(null)
  function change() {
    onChange(!sans)
    if (sans) requestAnimationFrame(() => place.current?.querySelector('input')?.focus())
  }
  const dit = sans ? saisir : sansDit
  return (
    <div ref={place} className="stack gap-4">
      {sans ? (
        <p className="flat" role="status">
          <span className="visuallyHidden">{label} : </span>
          <span className="dim">{phrase}</span>
        </p>
      ) : (
        children
      )}
      {dit !== undefined && (
        <Button variant="subtle" size="sm" className="at-start" onClick={change}>
          {dit}
        </Button>
      )}
    </div>
  )
}
