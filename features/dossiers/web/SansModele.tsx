import { parametresEndpoints } from '#features/parametres/parametres.contract.ts'
import { usePeut } from '#web/kit/usePeut.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { Dialog } from '#web/kit/Dialog.tsx'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { Results } from '#web/kit/Results.tsx'

interface SansModeleProps {
  title: string
  query: UseQueryResult
  onClose: () => void
}

/** In the place of a form that needs a modèle: they are on their way, do not load, or there is none. */
export function SansModele({ title, query, onClose }: SansModeleProps) {
  const peut = usePeut()
  return (
    <Dialog title={title} onClose={onClose}>
      <Results
        query={query}
        loading="Chargement des modèles..."
        error="Erreur lors du chargement des modèles."
        cards={0}
      >
        {() => (
          <EmptyState hint={peut(parametresEndpoints.save) && 'Définissez-en un dans Paramètres.'}>
            Aucun modèle d'échéancier.
          </EmptyState>
        )}
      </Results>
    </Dialog>
  )
}
