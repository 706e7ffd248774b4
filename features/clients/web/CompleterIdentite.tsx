import { TextInput } from '@mantine/core'
import { useDoublons } from '#features/clients/web/useDoublons.tsx'
import { NOMS_DES_PIECES_D_IDENTITE, NOMS_DES_SITUATIONS } from '#features/clients/fiches.codes.ts'
import { identiteInput } from '#features/clients/fiches.contract.ts'
import { fichesQueries, useUpdateIdentite, type FicheLue } from '#features/clients/web/fiches.queries.ts'
import { DateField } from '#web/kit/field/DateField.tsx'
import { FieldPair } from '#web/kit/form/FieldPair.tsx'
import { useContractForm, useRecord } from '#web/kit/form/form.ts'
import { FormDialog } from '#web/kit/dialog/FormDialog.tsx'
import { withPrintHint } from '#web/kit/field/hints.ts'
import { SelectField } from '#web/kit/select/SelectField.tsx'

const toLines = (words: Record<string, string>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))
const SITUATIONS = toLines(NOMS_DES_SITUATIONS)
const PIECES = toLines(NOMS_DES_PIECES_D_IDENTITE)

const toSaisie = (fiche: FicheLue) => ({
  nom_ar: fiche.nom_ar ?? '',
  tel2: fiche.tel2 ?? '',
  naissance_le: fiche.naissance_le ?? '',
  naissance_lieu: fiche.naissance_lieu ?? '',
  profession: fiche.profession ?? '',
  situation: fiche.situation,
  nin: fiche.nin ?? '',
  piece_type: fiche.piece_type,
  piece_numero: fiche.piece_numero ?? '',
  piece_delivree_le: fiche.piece_delivree_le ?? '',
  piece_lieu: fiche.piece_lieu ?? '',
})

interface CompleterIdentiteProps {
  fiche: FicheLue
  onClose: () => void
  onSaved: (message: string) => void
}

/** Form of a client's legal identity. Every field is optional. */
export function CompleterIdentite({ fiche: listed, onClose, onSaved }: CompleterIdentiteProps) {
  const form = useContractForm(identiteInput, toSaisie(listed))
  const { record = listed, onReload } = useRecord(listed, form, {
    read: (id, client) => client.fetchQuery({ ...fichesQueries.read(id), staleTime: 0 }),
    toSaisie,
  })
  const update = useUpdateIdentite()
  const doublons = useDoublons(form, ['tel2', 'nin', 'piece_numero'], record.id)
  const { getInputProps, values } = form
  const texte = { autoComplete: 'off', maxLength: 255 } as const
  return (
    <FormDialog
      title="Compléter l'identité"
      form={form}
      required={false}
      onSubmit={async (saisie) => {
        const { message } = await update.mutateAsync({ ...saisie, id: record.id, version: record.version })
        onSaved(message)
      }}
      onClose={onClose}
      onReload={onReload}
      submitLabel="Enregistrer"
      busyLabel="Mise à jour..."
      fallback="Erreur lors de la mise à jour. Vérifiez les champs."
    >
      <FieldPair>
        <TextInput
          {...texte}
          label="Nom en arabe"
          dir="rtl"
          lang="ar"
          data-autofocus
          {...withPrintHint(getInputProps('nom_ar'))}
        />
        <TextInput
          label="Deuxième téléphone"
          type="tel"
          autoComplete="off"
          maxLength={50}
          {...doublons.watch(getInputProps('tel2'))}
        />
      </FieldPair>
      <FieldPair>
        <DateField label="Né(e) le" clearable {...getInputProps('naissance_le')} />
        <TextInput {...texte} label="À" {...withPrintHint(getInputProps('naissance_lieu'))} />
      </FieldPair>
      <FieldPair>
        <TextInput {...texte} label="Profession" {...withPrintHint(getInputProps('profession'))} />
        <SelectField
          {...getInputProps('situation')}
          label="Situation familiale"
          placeholder="Non spécifié"
          data={SITUATIONS}
          value={values.situation}
          clearable
          clearButtonProps={{ 'aria-label': 'Effacer la situation familiale' }}
        />
      </FieldPair>
      <TextInput label="NIN" autoComplete="off" maxLength={30} {...doublons.watch(getInputProps('nin'))} />
      <FieldPair>
        <SelectField
          {...getInputProps('piece_type')}
          label="Pièce d'identité"
          placeholder="Non spécifié"
          data={PIECES}
          value={values.piece_type}
          clearable
          clearButtonProps={{ 'aria-label': "Effacer la pièce d'identité" }}
        />
        <TextInput
          label="Numéro"
          autoComplete="off"
          maxLength={30}
          {...doublons.watch(getInputProps('piece_numero'))}
        />
      </FieldPair>
      <FieldPair>
        <DateField label="Délivrée le" clearable {...getInputProps('piece_delivree_le')} />
        <TextInput {...texte} label="Par" {...withPrintHint(getInputProps('piece_lieu'))} />
      </FieldPair>
      {doublons.banner}
    </FormDialog>
  )
}
