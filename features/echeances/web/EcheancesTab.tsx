import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { BlocSelect } from '#features/blocs/web/BlocSelect.tsx'
import { HORIZONS, type Horizon, type Onglet } from '#features/echeances/echeances.codes.ts'
import { HORIZONS_DITS } from '#features/echeances/echeances.words.ts'
import { Anciennete } from '#features/echeances/web/Anciennete.tsx'
import styles from '#features/echeances/web/echeances.module.css'
import { echeancesQueries, type LigneLue } from '#features/echeances/web/echeances.queries.ts'
import { EcheancesTable } from '#features/echeances/web/EcheancesTable.tsx'
import { toFiltres, toHorizon, toOnglet, type Adresse } from '#features/echeances/web/onglets.ts'
import type { Selection } from '#features/echeances/web/useSelection.ts'
import { ResidenceSelect } from '#features/residences/web/ResidenceSelect.tsx'
import { formatNombre } from '#shared/argent.ts'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { Filters } from '#web/kit/Filters.tsx'
import { Montant } from '#web/kit/Montant.tsx'
import { Pager } from '#web/kit/Pager.tsx'
import { Results } from '#web/kit/Results.tsx'
import { SearchField } from '#web/kit/SearchField.tsx'
import { Segments } from '#web/kit/Segments.tsx'
import { useSearchField } from '#web/kit/useSearchField.ts'

const SEARCH_MS = 300
const CHOIX = HORIZONS.map((value) => ({ value, label: HORIZONS_DITS[value] }))

interface EcheancesTabProps {
  state: Adresse
  setState: (patch: Partial<Adresse>, options?: { replace?: boolean }) => void
  /** What stands in the search field, at each key. */
  onTyped: (text: string) => void
  selection: Selection | undefined
  onRelancer: (ligne: LigneLue) => void
}

/** One tab: how old what is late is, the filters, the lines page by page, what they come to. */
export function EcheancesTab({ state, setState, onTyped, selection, onRelancer }: EcheancesTabProps) {
  const { page, recherche, residence, bloc } = state
  const onglet = toOnglet(state.onglet)
  const horizon = toHorizon(state.horizon)
  const query = useQuery(echeancesQueries.page(toFiltres(state), page))
  const search = useSearchField(
    recherche,
    (text) => setState({ recherche: text }, { replace: true }),
    SEARCH_MS,
  )
  const { text } = search
  useEffect(() => onTyped(text), [onTyped, text])
  const filtered = recherche !== '' || residence > 0 || bloc > 0
  function reset() {
    search.clear()
    setState({ recherche: '', residence: 0, bloc: 0 })
  }
  return (
    <>
      <Filters set={[residence, bloc].filter(Boolean).length} onReset={reset}>
        <SearchField search={search} placeholder="Client, dossier ou numéro de bien..." />
        <ResidenceSelect
          aria-label="Résidence"
          tous="Toutes les résidences"
          value={residence || null}
          onChange={(id) => setState({ residence: id ?? 0, bloc: 0 })}
        />
        <BlocSelect
          aria-label="Bloc"
          tous="Tous les blocs"
          residenceId={residence || null}
          value={bloc || null}
          onChange={(id) => setState({ bloc: id ?? 0 })}
        />
      </Filters>
      {onglet === 'a_venir' && (
        <div className={styles.horizon}>
          <Segments
            label="Horizon"
            choices={CHOIX}
            value={horizon}
            onChange={(value: Horizon) => setState({ horizon: value })}
          />
        </div>
      )}
      <Results
        query={query}
        loading="Chargement des échéances..."
        error="Erreur lors du chargement des échéances."
        cards={3}
        wide
      >
        {({ data, last_page, total, totals, anciennete }) => (
          <>
            {anciennete && <Anciennete ages={anciennete} />}
            {total === 0 ? (
              <Aucune onglet={onglet} horizon={horizon} filtered={filtered} />
            ) : (
              <>
                <EcheancesTable onglet={onglet} rows={data} selection={selection} onRelancer={onRelancer} />
                {totals && (
                  <p className={styles.pied}>
                    <span>
                      {formatNombre(total)} {total >= 2 ? 'échéances' : 'échéance'}
                    </span>{' '}
                    ·{' '}
                    <span>
                      Montant <Montant decimal={totals.montant} />
                    </span>{' '}
                    ·{' '}
                    <span>
                      Reçu <Montant decimal={totals.recu} />
                    </span>{' '}
                    ·{' '}
                    <span>
                      Reste <Montant decimal={totals.reste} />
                    </span>
                  </p>
                )}
                <Pager page={page} lastPage={last_page} onChange={(next) => setState({ page: next })} />
              </>
            )}
          </>
        )}
      </Results>
    </>
  )
}

/** Why there is nothing, and what to do where nobody has an échéancier yet. */
function Aucune({ onglet, horizon, filtered }: { onglet: Onglet; horizon: Horizon; filtered: boolean }) {
  const { data: none } = useQuery({ ...echeancesQueries.aucune(), enabled: !filtered })
  if (filtered) return <EmptyState>Aucune échéance trouvée avec ces critères.</EmptyState>
  const said = {
    retard: 'Aucune échéance en retard.',
    exigibles: 'Aucune échéance exigible.',
    a_venir:
      horizon === 'tout' ? 'Aucune échéance à venir.' : `Aucune échéance à venir dans les ${horizon} jours.`,
  }
  return (
    <EmptyState hint={none && "Générez les échéanciers à partir d'un modèle."}>{said[onglet]}</EmptyState>
  )
}
