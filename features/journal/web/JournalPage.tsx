import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchJournal, journalQueries, type JournalAsked } from '#features/journal/web/journal.queries.ts'
import { LignesDuJournal, LignesSuivantes } from '#features/journal/web/LignesDuJournal.tsx'
import { Banners, useBanners } from '#web/kit/feedback/Banner.tsx'
import { EmptyState } from '#web/kit/feedback/EmptyState.tsx'
import { ExportButtons } from '#web/kit/file/ExportButtons.tsx'
import { saveFile } from '#web/kit/file/files.ts'
import { PageHeader } from '#web/kit/list/PageHeader.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'
import { useUrlState } from '#web/kit/list/useUrlState.ts'
import { useWork, WorkBar } from '#web/kit/feedback/WorkBar.tsx'
import { refusDuTexte, ACTIONS, OBJETS } from '#features/journal/journal.mots.ts'
import styles from '#features/journal/web/journal.module.css'
import { Filters } from '#web/kit/list/Filters.tsx'
import type { Line } from '#web/kit/select/useLookup.ts'
import { Jours } from '#web/kit/list/PeriodeFields.tsx'
import { SearchField, useSearchField } from '#web/kit/list/SearchField.tsx'
import { SelectField } from '#web/kit/select/SelectField.tsx'

const TRANCHE = 50

const DEFAULTS = { membre: '', objet: '', action: '', du: '', au: '', recherche: '' }

export function JournalPage() {
  const [{ recherche, ...others }, setState] = useUrlState(DEFAULTS)
  const asked: JournalAsked = { ...others, q: recherche }
  const query = useInfiniteQuery(journalQueries.pages(asked, TRANCHE))
  const banners = useBanners()
  const work = useWork(banners)
  // Only the first page of an answer carries the members; the state keeps them while another one loads.
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
              <LignesSuivantes
                query={query}
                libelle={`Afficher les ${TRANCHE} suivantes`}
                fin="Début du journal."
              />
            </>
          )
        }}
      </Results>
    </>
  )
}

const SEARCH_MS = 300
const VIDE: JournalAsked = { membre: '', objet: '', action: '', du: '', au: '', q: '' }

const linesOf = (mots: Readonly<Record<string, string>>): Line[] =>
  Object.entries(mots)
    .map(([value, label]) => ({ value, label }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'fr'))
const LINES = { objets: linesOf(OBJETS), actions: linesOf(ACTIONS) }

interface FiltresProps {
  asked: JournalAsked
  membres: readonly { id: number; name: string }[]
  onChange: (patch: Partial<JournalAsked>, options?: { replace?: boolean }) => void
}

function FiltresDuJournal({ asked, membres, onChange }: FiltresProps) {
  const { membre, objet, action, du, au, q } = asked
  const search = useSearchField(
    q,
    // A text that the server would refuse does not change the list.
    (text) => refusDuTexte(text.trim()) === null && onChange({ q: text }, { replace: true }),
    SEARCH_MS,
  )
  const conseil = refusDuTexte(search.text.trim())
  const quis = membres.map(({ id, name }) => ({ value: String(id), label: name }))
  const select = (
    label: string,
    tous: string,
    key: 'membre' | 'objet' | 'action',
    lines: readonly Line[],
  ) => (
    <SelectField
      key={key}
      aria-label={label}
      data={[
        { value: '', label: tous },
        ...lines,
        // An unknown value in the address stays visible as a choice of its own.
        ...(asked[key] === '' || lines.some(({ value }) => value === asked[key])
          ? []
          : [{ value: asked[key], label: asked[key] }]),
      ]}
      value={asked[key]}
      onChange={(value) => onChange({ [key]: value ?? '' })}
    />
  )
  function reset() {
    search.clear()
    onChange(VIDE)
  }
  return (
    <>
      <Filters
        set={[membre, objet, action, du, au].filter(Boolean).length}
        asked={search.text !== ''}
        ours
        onReset={reset}
      >
        <SearchField search={search} placeholder="Nom, numéro de lot ou de reçu..." />
        {select('Membre', 'Tous les membres', 'membre', quis)}
        {select('Objet', 'Tous les objets', 'objet', LINES.objets)}
        {select('Action', 'Toutes les actions', 'action', LINES.actions)}
        <Jours du={du} au={au} onChange={onChange} />
      </Filters>
      {conseil !== null && (
        <p className={styles.conseil} role="status">
          {conseil}
        </p>
      )}
    </>
  )
}
