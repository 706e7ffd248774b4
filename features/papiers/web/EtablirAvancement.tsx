import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { papierDeBlocInput } from '#features/papiers/papiers.contract.ts'
import { Remarques, useApercu } from '#features/papiers/web/AvantLePapier.tsx'
import {
  documentsDuBlocQuery,
  issueAndPrint,
  useEtablirPourBloc,
  openApercuDuBloc,
} from '#features/papiers/web/documents.queries.ts'
import { dossiersQueries, type DossierLigneLue } from '#features/ventes/web/dossiers.queries.ts'
import { PAPIERS, type Langue, type PapierDeBloc } from '#shared/papiers.ts'
import { isole } from '#shared/texte.ts'
import { FormDialog } from '#web/kit/dialog/FormDialog.tsx'
import { withPrintHint } from '#web/kit/field/hints.ts'
import { useIdempotencyKey } from '#web/kit/form/adding.tsx'
import { useContractForm } from '#web/kit/form/form.ts'
import { LangueDuPapier } from '#web/kit/print/LangueDuPapier.tsx'
import { LookupSelect } from '#web/kit/select/LookupSelect.tsx'
import { useLookup } from '#web/kit/select/useLookup.ts'

interface EtablirAvancementProps {
  bloc: { id: number; nomloc: string }
  /** Remarks on a paper that names no dossier. */
  remarques: readonly string[]
  onClose: () => void
  onSaved: (message: string) => void
  /** The paper was issued but could not be shown. */
  onPrintFailed: (error: unknown) => void
}

interface Saisie extends Record<string, unknown> {
  type: PapierDeBloc
  langue: Langue
  destinataire: string
  vente_id: number | null
}

const toEnvoi = ({ type, langue, destinataire, vente_id }: Saisie) => ({
  type,
  langue,
  destinataire,
  ...(vente_id !== null && { vente_id }),
})

/** Issues and prints an attestation of the progress of works, about the whole bloc or one of its open dossiers. */
export function EtablirAvancement({
  bloc,
  remarques,
  onClose,
  onSaved,
  onPrintFailed,
}: EtablirAvancementProps) {
  const form = useContractForm<Saisie>(papierDeBlocInput, {
    type: 'attestation_avancement',
    langue: 'fr',
    destinataire: '',
    vente_id: null,
  })
  const { vente_id, langue } = form.values
  const duDossier = useQuery({ ...documentsDuBlocQuery(bloc.id, vente_id), enabled: vente_id !== null }).data
  const etablir = useEtablirPourBloc()
  const idempotencyKey = useIdempotencyKey()
  const apercu = useApercu(form, () => openApercuDuBloc(bloc.id, toEnvoi(form.getValues())))
  return (
    <FormDialog
      title={`${PAPIERS.attestation_avancement.libelle} - ${bloc.nomloc}`}
      form={form}
      onSubmit={async (values) => {
        apercu.forget()
        const { message } = await issueAndPrint(
          () => etablir.mutateAsync({ ...toEnvoi(values), id: bloc.id, idempotencyKey }),
          onPrintFailed,
        )
        onSaved(message)
      }}
      onClose={onClose}
      submitLabel="Établir et imprimer"
      busyLabel="Établissement..."
      fallback="Erreur lors de l'établissement du document."
    >
      <Remarques
        remarques={(vente_id === null ? null : duDossier?.possibles[0]?.remarques) ?? remarques}
        langue={langue}
      />
      <LangueDuPapier
        label="Langue du document"
        langue={langue}
        onChange={(choisie) => form.setFieldValue('langue', choisie)}
      />
      <TextInput
        label="À l'attention de"
        autoComplete="off"
        maxLength={255}
        {...withPrintHint(form.getInputProps('destinataire'))}
      />
      <DossierDuBloc
        bloc={bloc.id}
        value={vente_id}
        error={form.getInputProps('vente_id').error as string | undefined}
        onChange={(id) => form.setFieldValue('vente_id', id)}
      />
      {apercu.element}
    </FormDialog>
  )
}

type Dossier = Pick<DossierLigneLue, 'id' | 'dossier' | 'client' | 'bien'>
const toOption = ({ id, dossier, client, bien }: Dossier) => ({
  id,
  label: isole(dossier, client.nomComplet, bien.designation),
})

interface DossierDuBlocProps {
  bloc: number
  value: number | null
  error: string | undefined
  onChange: (id: number | null) => void
}

/** The open dossiers of the bloc. */
function DossierDuBloc({ bloc, value, error, onChange }: DossierDuBlocProps) {
  const source = useMemo(
    () => ({ choix: (search: string) => dossiersQueries.duBloc(bloc, search), read: dossiersQueries.read }),
    [bloc],
  )
  const { options, ...lookup } = useLookup({
    ...source,
    toOption,
    value,
    error: 'Erreur lors du chargement des dossiers.',
  })
  return (
    <LookupSelect
      label="Dossier"
      tous="Tout le bloc"
      value={value}
      error={error}
      onChange={onChange}
      options={options}
      lookup={lookup}
    />
  )
}
