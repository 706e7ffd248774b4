import { TextInput } from '@mantine/core'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { identiteComplete } from '#features/clients/civilite.contract.ts'
import { NOMS_DES_CIVILITES } from '#features/clients/fiches.codes.ts'
import { ARABE, ChampsDeLaPersonne, ChampsDeLaSociete } from '#features/clients/web/ChampsDIdentite.tsx'
import {
  fichesQueries,
  useUpdateCivilite,
  useUpdateIdentite,
  type FicheLue,
} from '#features/clients/web/fiches.queries.ts'
import {
  joinIdentite,
  splitSaisie,
  toSaisie,
  type IdentiteLue,
} from '#features/clients/web/saisieDIdentite.ts'
import { useDoublons } from '#features/clients/web/useDoublons.tsx'
import { GENRES_DE_CLIENT } from '#shared/nommer.ts'
import { pasteLines } from '#web/kit/field/pasteLines.ts'
import { Dialog } from '#web/kit/dialog/Dialog.tsx'
import { FormDialog } from '#web/kit/dialog/FormDialog.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'
import { withPrintHint } from '#web/kit/field/hints.ts'
import { FieldPair } from '#web/kit/form/FieldPair.tsx'
import { useContractForm, useRecord } from '#web/kit/form/form.ts'
import { SelectField } from '#web/kit/select/SelectField.tsx'

const TITRE = "Compléter l'identité"
const CIVILITES = [
  ...Object.entries(NOMS_DES_CIVILITES).map(([value, label]) => ({ value, label })),
  { value: '', label: 'Non précisée' },
]

interface CompleterIdentiteProps {
  fiche: FicheLue
  onClose: () => void
  onSaved: (message: string) => void
}

/** Dialog of a client's civility and legal identity. */
export function CompleterIdentite({ fiche, ...dialog }: CompleterIdentiteProps) {
  const query = useQuery(fichesQueries.civilite(fiche.id))
  if (query.data) return <Identite listed={joinIdentite(fiche, query.data)} {...dialog} />
  return (
    <Dialog title={TITRE} onClose={dialog.onClose}>
      <Results
        query={query}
        loading="Chargement de la civilité..."
        error="Erreur lors du chargement de la civilité."
        cards={0}
      >
        {() => null}
      </Results>
    </Dialog>
  )
}

async function reread(id: number, client: QueryClient): Promise<IdentiteLue> {
  const fresh = { staleTime: 0 }
  return joinIdentite(
    await client.fetchQuery({ ...fichesQueries.read(id), ...fresh }),
    await client.fetchQuery({ ...fichesQueries.civilite(id), ...fresh }),
  )
}

interface IdentiteProps extends Omit<CompleterIdentiteProps, 'fiche'> {
  listed: IdentiteLue
}

/** Form of the civility and the identity. Every field is optional. */
function Identite({ listed, onClose, onSaved }: IdentiteProps) {
  const form = useContractForm(identiteComplete, toSaisie(listed))
  const { record = listed, onReload } = useRecord(listed, form, { read: reread, toSaisie })
  const save = useSaveIdentite(record)
  const doublons = useDoublons(form, ['tel2', 'nin', 'piece_numero'], record.id)
  const { getInputProps, values } = form
  return (
    <FormDialog
      title={TITRE}
      form={form}
      required={false}
      onSubmit={async (saisie) => onSaved(await save(splitSaisie(saisie), splitSaisie(toSaisie(record))))}
      onClose={onClose}
      onReload={onReload}
      submitLabel="Enregistrer"
      busyLabel="Mise à jour..."
      fallback="Erreur lors de la mise à jour. Vérifiez les champs."
    >
      <SelectField
        {...getInputProps('genre')}
        label="Civilité"
        data={CIVILITES}
        value={values.genre}
        onChange={(value) => form.setFieldValue('genre', GENRES_DE_CLIENT.find((one) => one === value) ?? '')}
        data-autofocus
      />
      <FieldPair>
        <TextInput {...ARABE} label="Nom en arabe" {...withPrintHint(getInputProps('nom_ar'))} />
        <TextInput
          label="Deuxième téléphone"
          type="tel"
          onPaste={pasteLines}
          autoComplete="off"
          maxLength={50}
          {...doublons.watch(getInputProps('tel2'))}
        />
      </FieldPair>
      <TextInput {...ARABE} label="Adresse en arabe" {...withPrintHint(getInputProps('adresse_ar'))} />
      {values.genre === 'societe' ? (
        <ChampsDeLaSociete form={form} />
      ) : (
        <ChampsDeLaPersonne form={form} doublons={doublons} />
      )}
      {doublons.banner}
    </FormDialog>
  )
}

type Parts = ReturnType<typeof splitSaisie>
const differ = (a: object, b: object): boolean => JSON.stringify(a) !== JSON.stringify(b)

/** Saves by one call or two, in a row under one version, what was changed; answers what the first of them says. */
function useSaveIdentite({ id, version: read }: IdentiteLue) {
  const updateIdentite = useUpdateIdentite()
  const updateCivilite = useUpdateCivilite()
  // A second call that fails is sent again on top of what the first has saved.
  const saved = useRef(0)
  return async ({ identite, civilite }: Parts, before: Parts): Promise<string> => {
    const messages: string[] = []
    const keep = ({ message, version }: { message: string; version: number }) => {
      messages.push(message)
      saved.current = version
    }
    const civil = differ(civilite, before.civilite)
    const version = () => Math.max(saved.current, read)
    if (!civil || differ(identite, before.identite))
      keep(await updateIdentite.mutateAsync({ ...identite, id, version: version() }))
    if (civil) keep(await updateCivilite.mutateAsync({ ...civilite, id, version: version() }))
    return messages[0] ?? ''
  }
}
