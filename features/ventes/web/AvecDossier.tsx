import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { dossiersQueries, type DossierLu } from '#features/ventes/web/dossiers.queries.ts'
import { Dialog } from '#web/kit/dialog/Dialog.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'

interface AvecDossierProps {
  venteId: number
  title: string
  onClose: () => void
  /** The dialog, once the dossier is there. */
  children: (dossier: DossierLu) => ReactNode
}

/** Opens a dialog of a dossier where only the id of the sale is known. */
export function AvecDossier({ venteId, title, onClose, children }: AvecDossierProps) {
  const query = useQuery(dossiersQueries.read(venteId))
  // The form keeps its first dossier while its own change is read again.
  const [first, setFirst] = useState(query.data)
  if (!first && query.data) setFirst(query.data)
  if (first) return children(first)
  return (
    <Dialog title={title} onClose={onClose}>
      <Results
        query={query}
        loading="Chargement du dossier..."
        error="Erreur lors du chargement du dossier."
        cards={0}
      >
        {() => null}
      </Results>
    </Dialog>
  )
}
