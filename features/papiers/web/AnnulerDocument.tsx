import { annulationInput } from '#features/papiers/papiers.contract.ts'
import { useAnnuler, type DocumentLu } from '#features/papiers/web/documents.queries.ts'
import { MotifField } from '#web/kit/field/MotifField.tsx'
import { useContractForm } from '#web/kit/form/form.ts'
import { FormDialog } from '#web/kit/dialog/FormDialog.tsx'

interface AnnulerDocumentProps {
  document: Pick<DocumentLu, 'id' | 'numero' | 'libelle'>
  onClose: () => void
  onSaved: (message: string) => void
}

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
      <MotifField maxLength={255} {...form.getInputProps('motif')} />
    </FormDialog>
  )
}
