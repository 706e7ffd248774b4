import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { remiseInput } from '#features/cheques/cheques.contract.ts'
import {
  chequesQueries,
  useCreateRemise,
  type ChequeLu,
  type RemiseFaite,
} from '#features/cheques/web/cheques.queries.ts'
import { formatCompteBancaire } from '#features/comptes/comptes.words.ts'
import { type CompteLu, lesComptes } from '#features/comptes/web/comptes.queries.ts'
import { comptesEndpoints } from '#features/comptes/comptes.contract.ts'
import { ChequesChoisis } from '#features/cheques/web/ChequesChoisis.tsx'
import { CompteForm } from '#features/comptes/web/CompteForm.tsx'
import { aujourdhui } from '#shared/dates.ts'
import { DateField } from '#web/kit/field/DateField.tsx'
import { Dialog } from '#web/kit/dialog/Dialog.tsx'
import { EmptyState } from '#web/kit/feedback/EmptyState.tsx'
import { useContractForm } from '#web/kit/form/form.ts'
import { FormDialog } from '#web/kit/dialog/FormDialog.tsx'
import { LookupSelect } from '#web/kit/select/LookupSelect.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'
import { InputScope } from '#web/kit/form/savedInput.ts'
import { useIdempotencyKey } from '#web/kit/form/adding.tsx'
import { usePeut } from '#web/kit/call/usePeut.ts'

interface NouvelleRemiseProps {
  cheques: readonly ChequeLu[]
  onClose: () => void
  onRemove: (id: number) => void
  onDone: (remise: RemiseFaite, ids: readonly number[]) => void
}

const TITLE = 'Nouvelle remise'

/** The form of a new remise: account and day. With no active account, the dialog first offers to add one. */
export function NouvelleRemise(props: NouvelleRemiseProps) {
  const comptes = useQuery(lesComptes())
  const derniere = useQuery(chequesQueries.derniereRemise())
  const actifs = comptes.data?.data.filter(({ actif }) => actif)
  if (actifs && actifs.length > 0 && !derniere.isPending) {
    const last = actifs.find(({ id }) => id === derniere.data?.compte.id)
    const chosen = last ?? (actifs.length === 1 ? actifs[0] : undefined)
    return <RemiseForm {...props} comptes={actifs} compte={chosen?.id ?? null} />
  }
  return (
    <Dialog title={TITLE} onClose={props.onClose}>
      <Results
        query={comptes}
        loading="Chargement des comptes bancaires..."
        error="Erreur lors du chargement des comptes bancaires."
        cards={0}
      >
        {() => actifs?.length === 0 && <SansCompte />}
      </Results>
    </Dialog>
  )
}

function SansCompte() {
  const [adding, setAdding] = useState(false)
  const peut = usePeut()
  return (
    <>
      <EmptyState
        action={
          peut(comptesEndpoints.create) && (
            <Button
              data-autofocus
              leftSection={<IconPlus size={18} stroke={1.8} />}
              onClick={() => setAdding(true)}
            >
              Ajouter un compte
            </Button>
          )
        }
      >
        Ajoutez d'abord un compte bancaire.
      </EmptyState>
      {adding && (
        <InputScope value="compte">
          <CompteForm onClose={() => setAdding(false)} />
        </InputScope>
      )}
    </>
  )
}

interface RemiseFormProps extends NouvelleRemiseProps {
  comptes: readonly CompteLu[]
  /** The id of the proposed account: the last remise's, or the only one. */
  compte: number | null
}

function RemiseForm({ cheques, comptes, compte, onClose, onRemove, onDone }: RemiseFormProps) {
  const form = useContractForm<{ compte_id: number | null; jour: string; ids: number[] }>(remiseInput, {
    compte_id: compte,
    jour: aujourdhui(),
    ids: cheques.map(({ id }) => id),
  })
  const create = useCreateRemise()
  const idempotencyKey = useIdempotencyKey()
  return (
    <FormDialog
      title={TITLE}
      form={form}
      onSubmit={async ({ compte_id, ...values }) => {
        const remise = await create.mutateAsync({ ...values, compte_id: compte_id ?? 0, idempotencyKey })
        onDone(
          remise,
          remise.cheques.map(({ id }) => id),
        )
      }}
      onClose={onClose}
      submitLabel="Enregistrer la remise"
      busyLabel="Enregistrement..."
      fallback="Erreur lors de l'enregistrement."
    >
      <LookupSelect
        label="Compte bancaire"
        withAsterisk
        required
        options={comptes.map((one) => ({ id: one.id, label: formatCompteBancaire(one) }))}
        {...form.getInputProps('compte_id')}
        value={form.getValues().compte_id}
        onChange={(id) => form.setFieldValue('compte_id', id)}
      />
      <DateField
        label="Date de remise"
        withAsterisk
        data-autofocus
        openOnFocus={false}
        {...form.getInputProps('jour')}
      />
      <ChequesChoisis form={form} cheques={cheques} onRemove={onRemove} />
    </FormDialog>
  )
}
