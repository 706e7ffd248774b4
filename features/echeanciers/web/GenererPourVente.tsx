import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dossiersQueries } from '#features/ventes/web/dossiers.queries.ts'
import { GenererEcheancier, TITLE } from '#features/echeanciers/web/GenererEcheancier.tsx'
import { Dialog } from '#web/kit/dialog/Dialog.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'

interface GenererPourVenteProps {
  venteId: number
  onClose: () => void
  onSaved: (message: string) => void
}

export function GenererPourVente({ venteId, ...props }: GenererPourVenteProps) {
  const query = useQuery(dossiersQueries.read(venteId))
  // The form keeps its first dossier while its own change is read again.
  const [first, setFirst] = useState(query.data)
  if (!first && query.data) setFirst(query.data)
  if (first) return <GenererEcheancier dossier={first} {...props} />
  return (
    <Dialog title={TITLE} onClose={props.onClose}>
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
