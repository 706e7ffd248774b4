import { RetraitDialog } from '#features/actes/web/RetraitDialog.tsx'
import {
  generationsQueries,
  useDefaireGeneration,
  type GenerationLue,
} from '#features/generation/web/generation.queries.ts'
import { describeRetrait } from '#features/generation/web/generation.words.ts'

interface AnnulerLaGenerationProps {
  generation: GenerationLue
  onClose: () => void
  onDone: (message: string) => void
}

/** Asks before a generation is taken back. */
export function AnnulerLaGeneration({ generation, onClose, onDone }: AnnulerLaGenerationProps) {
  const defaire = useDefaireGeneration()
  return (
    <RetraitDialog
      title="Annuler cette génération"
      submitLabel="Annuler la génération"
      fallback="Erreur lors de l'annulation de la génération."
      query={generationsQueries.retrait(generation.id)}
      describe={({ retirees }) => describeRetrait(generation, retirees)}
      action={async () => {
        const done = await defaire.mutateAsync(generation.id)
        return 'message' in done ? done.message : ''
      }}
      onClose={onClose}
      onDone={onDone}
    />
  )
}
