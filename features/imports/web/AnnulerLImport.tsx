import { formatARetirer } from '#features/actes/actes.words.ts'
import { RetraitDialog } from '#features/actes/web/RetraitDialog.tsx'
import { importsQueries, useDefaireImport } from '#features/imports/web/imports.queries.ts'

interface AnnulerLImportProps {
  id: number
  onClose: () => void
  onDone: (message: string) => void
}

/** Asks before an import is taken back. */
export function AnnulerLImport({ id, onClose, onDone }: AnnulerLImportProps) {
  const defaire = useDefaireImport()
  return (
    <RetraitDialog
      title="Annuler cet import"
      submitLabel="Annuler l'import"
      fallback="Erreur lors de l'annulation de l'import."
      query={importsQueries.retrait(id)}
      describe={formatARetirer}
      action={async () => {
        const done = await defaire.mutateAsync(id)
        return 'message' in done ? done.message : ''
      }}
      onClose={onClose}
      onDone={onDone}
    />
  )
}
