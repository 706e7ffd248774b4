import { PremierEcheancier } from '#features/echeanciers/web/PremierEcheancier.tsx'
import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { FiltresDeLieu } from '#features/structure/web/LieuSelects.tsx'
import { describeAttendent, HORIZONS_DITS, REGLEES_DITES } from '#features/echeanciers/echeances.words.ts'
import {
  HORIZONS,
  type Horizon,
  type Onglet,
  ONGLETS,
  type Attendent as Attente,
} from '#features/echeanciers/echeances.contract.ts'
import styles from '#features/echeanciers/web/echeances.module.css'
import { echeancesQueries, type LigneLue, type Filtres } from '#features/echeanciers/web/echeances.queries.ts'
import { Anciennete, EncaisserParMois } from '#features/echeanciers/web/SommesDesEcheances.tsx'
import { EcheancesTable } from '#features/echeanciers/web/EcheancesTable.tsx'
import type { Selection } from '#features/echeanciers/web/useSelection.ts'
import { formatNombre } from '#shared/argent.ts'
import { Banner } from '#web/kit/feedback/Banner.tsx'
import { EmptyState } from '#web/kit/feedback/EmptyState.tsx'
import { Filters } from '#web/kit/list/Filters.tsx'
import { Montant } from '#web/kit/card/Montant.tsx'
import { Pager } from '#web/kit/list/Pager.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'
import { SearchField, useSearchField } from '#web/kit/list/SearchField.tsx'
import { Segments } from '#web/kit/list/ViewSwitch.tsx'
import { sansContratAt, screens } from '#shared/paths.ts'

const SEARCH_MS = 300
const CHOIX = HORIZONS.map((value) => ({ value, label: HORIZONS_DITS[value] }))
const REGLEES = (['', '1'] as const).map((value) => ({ value, label: REGLEES_DITES[value] }))

interface EcheancesTabProps {
  state: Adresse
  setState: (patch: Partial<Adresse>, options?: { replace?: boolean }) => void
  onTyped: (text: string) => void
  selection: Selection | undefined
  onRelancer: (ligne: LigneLue) => void
  onNoter: (ligne: LigneLue) => void
}

export function EcheancesTab({ state, setState, onTyped, selection, ...actes }: EcheancesTabProps) {
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
      <Filters set={[residence, bloc].filter(Boolean).length} asked={search.text !== ''} ours onReset={reset}>
        <SearchField search={search} placeholder="Client, dossier ou numéro de bien..." />
        <FiltresDeLieu residence={residence || null} bloc={bloc || null} onChange={setState} />
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
      {onglet === 'exigibles' && (
        <div className={styles.horizon}>
          <Segments
            label="Échéances exigibles"
            choices={REGLEES}
            value={state.reglees === 1 ? '1' : ''}
            onChange={(value: '' | '1') => setState({ reglees: Number(value) })}
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
        {({ data, last_page, total, totals, anciennete, attendent, par_mois }) => (
          <>
            {onglet === 'retard' && anciennete && <Anciennete ages={anciennete} />}
            {onglet === 'a_venir' && par_mois && <EncaisserParMois parMois={par_mois} />}
            {attendent && <Attendent attendent={attendent} />}
            {total === 0 ? (
              <Aucune onglet={onglet} horizon={horizon} reglees={state.reglees === 1} filtered={filtered} />
            ) : (
              <>
                <EcheancesTable
                  onglet={onglet}
                  rows={data}
                  sort={state.tri}
                  onSort={(tri) => setState({ tri })}
                  selection={selection}
                  {...actes}
                />
                {totals && (
                  <p className={`bold ${styles.pied}`}>
                    <span className="nowrap">
                      {formatNombre(total)} {total >= 2 ? 'échéances' : 'échéance'}
                    </span>{' '}
                    ·{' '}
                    <span className="nowrap">
                      Montant <Montant decimal={totals.montant} />
                    </span>{' '}
                    ·{' '}
                    <span className="nowrap">
                      Reçu <Montant decimal={totals.recu} />
                    </span>{' '}
                    ·{' '}
                    <span className="nowrap">
                      Reste <Montant decimal={totals.reste} />
                    </span>
                  </p>
                )}
                <Pager
                  page={page}
                  lastPage={last_page}
                  onChange={({ page: next, replace }) => setState({ page: next }, { replace })}
                />
              </>
            )}
          </>
        )}
      </Results>
    </>
  )
}

/** How many lines wait for the day of a contract or for a stade, and where both are noted. */
function Attendent({ attendent }: { attendent: Attente }) {
  const dit = describeAttendent(attendent)
  if (dit === '') return null
  return (
    <div className={styles.attendent}>
      <Banner
        kind="info"
        action={
          <span className="row gap-4-16">
            <Anchor
              c="inherit"
              underline="always"
              renderRoot={(props) => <Link {...sansContratAt} {...props} />}
            >
              Dossiers
            </Anchor>
            <Anchor
              c="inherit"
              underline="always"
              renderRoot={(props) => <Link to={screens.blocs} {...props} />}
            >
              Stades
            </Anchor>
          </span>
        }
      >
        {dit}
      </Banner>
    </div>
  )
}

interface AucuneProps {
  onglet: Onglet
  horizon: Horizon
  reglees: boolean
  filtered: boolean
}

/** The empty list; the hint appears while no échéancier exists at all. */
function Aucune({ onglet, horizon, reglees, filtered }: AucuneProps) {
  const { data: none } = useQuery({ ...echeancesQueries.aucune(), enabled: !filtered })
  if (filtered) return <EmptyState>Aucune échéance trouvée avec ces critères.</EmptyState>
  const said = {
    retard: 'Aucune échéance en retard.',
    exigibles: reglees ? 'Aucune échéance exigible.' : 'Aucune échéance exigible à régler.',
    a_venir:
      horizon === 'tout' ? 'Aucune échéance à venir.' : `Aucune échéance à venir dans les ${horizon} jours.`,
  }
  return (
    <EmptyState
      hint={none && "Générez les échéanciers à partir d'un modèle."}
      action={none && <PremierEcheancier />}
    >
      {said[onglet]}
    </EmptyState>
  )
}

/** State of the screen in its address; 0 stands for every residence and every bloc. */
export const DEFAULTS = {
  onglet: 'retard',
  horizon: '30',
  reglees: 0,
  page: 1,
  recherche: '',
  residence: 0,
  bloc: 0,
  tri: '',
}
export type Adresse = typeof DEFAULTS

export const toOnglet = (mot: string): Onglet => ONGLETS.find((onglet) => onglet === mot) ?? 'retard'
const toHorizon = (mot: string): Horizon => HORIZONS.find((horizon) => horizon === mot) ?? '30'

export const toFiltres = ({
  onglet,
  horizon,
  reglees,
  recherche,
  residence,
  bloc,
  tri,
}: Adresse): Filtres => ({
  onglet: toOnglet(onglet),
  ...(toOnglet(onglet) === 'a_venir' && { horizon: toHorizon(horizon) }),
  ...(toOnglet(onglet) === 'exigibles' && reglees === 1 && { reglees: '1' }),
  ...(tri !== '' && { tri }),
  search: recherche,
  ...(residence > 0 && { residence_id: residence }),
  ...(bloc > 0 && { bloc_id: bloc }),
})
