import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FiltresDuJournal } from '#features/journal/web/FiltresDuJournal.tsx'
import { fetchJournal, journalQueries, type JournalAsked } from '#features/journal/web/journal.queries.ts'
import { LignesDuJournal, Suite } from '#features/journal/web/LignesDuJournal.tsx'
import { Banners } from '#web/kit/Banners.tsx'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { ExportButtons } from '#web/kit/ExportButtons.tsx'
import { saveFile } from '#web/kit/files.ts'
import { PageHeader } from '#web/kit/PageHeader.tsx'
import { Results } from '#web/kit/Results.tsx'
import { useBanners } from '#web/kit/useBanners.ts'
import { useUrlState } from '#web/kit/useUrlState.ts'
import { useWork } from '#web/kit/useWork.ts'
import { WorkBar } from '#web/kit/WorkBar.tsx'

/** Lines that are shown at a time. */
const TRANCHE = 50

/** What an address says by itself. */
const DEFAULTS = { membre: '', objet: '', action: '', du: '', au: '', recherche: '' }

/** Who did what, to what, and what it was before: everything since the start, the newest first. */
export function JournalPage() {
  const [{ recherche, ...others }, setState] = useUrlState(DEFAULTS)
  const asked: JournalAsked = { ...others, q: recherche }
  const query = useInfiniteQuery(journalQueries.pages(asked, TRANCHE))
  const banners = useBanners()
  const work = useWork(banners)
  // Those who have a line are told with the first page alone, and stay in the filter while another is read.
  const [membres, setMembres] = useState<readonly { id: number; name: string }[]>([])
  const told = query.data?.pages[0]?.membres
  if (told && told !== membres) setMembres(told)
  const save = () =>
    void work.run(
      'Préparation du journal…',
      (signal) => saveFile(() => fetchJournal(asked, signal), 'journal.xlsx'),
      "Erreur lors de l'exportation du journal.",
    )
  return (
    <>
      <PageHeader title="Journal">
        <ExportButtons formats={['xlsx']} busy={work.label !== null} onSave={save} />
      </PageHeader>
      <Banners banners={banners} />
      <WorkBar work={work} />
      <FiltresDuJournal
        asked={asked}
        membres={membres}
        onChange={({ q, ...patch }, options) =>
          setState({ ...patch, ...(q !== undefined && { recherche: q }) }, options)
        }
      />
      <Results
        query={query}
        loading="Chargement du journal..."
        error="Erreur lors du chargement du journal."
        cards={6}
        wide
      >
        {({ pages }) => {
          const lignes = pages.flatMap(({ data }) => data)
          if (lignes.length === 0) return <EmptyState>Aucune ligne pour ces critères.</EmptyState>
          return (
            <>
              <LignesDuJournal label="Journal" lignes={lignes} />
              <Suite query={query} libelle={`Afficher les ${TRANCHE} suivantes`} fin="Début du journal." />
            </>
          )
        }}
      </Results>
    </>
  )
}
