import { useInfiniteQuery } from '@tanstack/react-query'
import type { RecordId } from '#features/journal/journal.contract.ts'
import { journalQueries } from '#features/journal/web/journal.queries.ts'
import { LignesDuJournal, LignesSuivantes } from '#features/journal/web/LignesDuJournal.tsx'
import { Dialog } from '#web/kit/dialog/Dialog.tsx'
import { EmptyState } from '#web/kit/feedback/EmptyState.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'

const TRANCHE = 20

export interface HistoriqueDialogProps {
  record: RecordId
  nom: string
  onClose: () => void
}

export function HistoriqueDialog({ record, nom, onClose }: HistoriqueDialogProps) {
  const query = useInfiniteQuery(journalQueries.record(record, TRANCHE))
  return (
    <Dialog
      title={
        <>
          Historique : <bdi>{nom}</bdi>
        </>
      }
      size="xl"
      onClose={onClose}
    >
      <Results
        query={query}
        loading="Chargement du journal..."
        error="Erreur lors du chargement du journal."
        cards={0}
      >
        {({ pages }) => {
          // A line about the record itself needs no link.
          const lignes = pages
            .flatMap(({ data }) => data)
            .map((ligne) =>
              ligne.objet === record.objet && ligne.objet_id === record.id ? { ...ligne, lien: null } : ligne,
            )
          if (lignes.length === 0) return <EmptyState>Aucun changement enregistré.</EmptyState>
          return (
            <>
              <LignesDuJournal label={`Historique : ${nom}`} lignes={lignes} />
              <LignesSuivantes query={query} libelle="Afficher la suite" />
            </>
          )
        }}
      </Results>
    </Dialog>
  )
}
