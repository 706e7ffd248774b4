import { Textarea } from '@mantine/core'
import { annulationInput } from '#features/documents/documents.contract.ts'
import { useAnnuler, type DocumentLu } from '#features/documents/web/documents.queries.ts'
import { useContractForm } from '#web/kit/form.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'

interface AnnulerDocumentProps {
  document: Pick<DocumentLu, 'id' | 'numero' | 'libelle'>
  onClose: () => void
  onSaved: (message: string) => void
}

/** Cancels a paper: it stays in the list, with why. */
export function AnnulerDocument({
  document: { id, numero, libelle },
  onClose,
  onSaved,
}: AnnulerDocumentProps) {
  const form = useContractForm(annulationInput, { motif: '' })
  const annuler = useAnnuler()
  return (
    <FormDialog
      title={`Annuler le document - ${libelle}`}
      form={form}
      onSubmit={async ({ motif }) => onSaved((await annuler.mutateAsync({ id, motif })).message)}
      onClose={onClose}
      submitLabel="Annuler le document"
      busyLabel="Annulation..."
      fallback="Erreur lors de l'annulation du document."
      danger
    >
      <p>Le numéro {numero} restera utilisé.</p>
      <Textarea
        label="Motif"
        withAsterisk
        required
        autosize
        minRows={2}
        maxLength={255}
        {...form.getInputProps('motif')}
      />
    </FormDialog>
  )
}
