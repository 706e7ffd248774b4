import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, type ReactNode } from 'react'
import type { Bloc } from '#features/blocs/blocs.contract.ts'
import { BlocCard } from '#features/blocs/web/BlocCard.tsx'
import { blocsQueries, useDeleteBloc } from '#features/blocs/web/blocs.queries.ts'
import { SearchEverywhereHint } from '#web/kit/SearchEverywhereHint.tsx'
import { ListeVide } from '#web/kit/ListeVide.tsx'
import { ResidenceSelect } from '#features/residences/web/ResidenceSelect.tsx'
import {
  residencesQueries,
  useResidenceLieu,
  useMissingResidence,
} from '#features/residences/web/residences.queries.ts'
import { phrasePasEncore } from '#web/kit/pasEncore.ts'
import { ScopeHint } from '#web/kit/ScopeHint.tsx'
import { useSuite } from '#web/kit/Suite.tsx'
import { VideIci } from '#web/kit/VideIci.tsx'
import { formatCompte } from '#shared/texte.ts'
import { messageOf } from '#web/kit/api.ts'
import { Banners } from '#web/kit/Banners.tsx'
import { CardGrid } from '#web/kit/CardGrid.tsx'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { Filters } from '#web/kit/Filters.tsx'
import { lazyDialog } from '#web/kit/lazyPart.tsx'
import { PageHeader } from '#web/kit/PageHeader.tsx'
import { Pager } from '#web/kit/Pager.tsx'
import { Results } from '#web/kit/Results.tsx'
import { SearchField } from '#web/kit/SearchField.tsx'
import { useBanners, type BannersState } from '#web/kit/useBanners.ts'
import { useClientFilter } from '#web/kit/useClientFilter.ts'
import { useConfirm } from '#web/kit/useConfirm.ts'
import { useOpened } from '#web/kit/useOpened.ts'
import { useSearchField } from '#web/kit/useSearchField.ts'
import { useUrlState } from '#web/kit/useUrlState.ts'
import { etagesOf } from '#web/paths.ts'

const BlocForm = lazyDialog(() => import('#features/blocs/web/BlocForm.tsx'), 'BlocForm')
const BlocDetails = lazyDialog(() => import('#features/blocs/web/BlocDetails.tsx'), 'BlocDetails')
const BlocReport = lazyDialog(() => import('#features/blocs/web/BlocReport.tsx'), 'BlocReport')

/**
 * A filter that comes with a link holds for every bloc; one chosen on the screen holds for the loaded page (D2 §9),
 * which `portee: 'page'` says.
 */
const DEFAULTS = { page: 1, recherche: '', residence: 0, portee: '', rapport: 0 }
const SPINNER_MS = 500
const NONE: readonly Bloc[] = []
const texts = ({ nomloc, description }: Bloc) => [nomloc, description]

type Opened = { kind: 'add' } | { kind: 'edit' | 'details'; bloc: Bloc }

/** Gestion des Blocs (D2 §2.2). */
export function BlocsPage() {
  const [state, setState] = useUrlState(DEFAULTS)
  const { page, residence } = state
  const wholeList = residence > 0 && state.portee !== 'page'
  const query = useQuery(blocsQueries.page({ page, ...(wholeList && { residence_id: residence }) }))
  const search = useSearchField(
    state.recherche,
    (recherche) => setState({ recherche, page }, { replace: true }),
    SPINNER_MS,
  )
  const rows = query.data?.data ?? NONE
  const ofResidence = useMemo(
    () => (residence > 0 ? rows.filter((bloc) => bloc.residence_id === residence) : rows),
    [rows, residence],
  )
  const shown = useClientFilter(ofResidence, state.recherche, texts)
  const [opened, setOpened] = useOpened<Opened>('bloc')
  const close = () => setOpened(null)
  const banners = useBanners()
  const { suite, offrir } = useSuite()
  useLookupBanner(banners)
  const remove = useDeletion(banners)
  const addButton = (
    <Button leftSection={<IconPlus size={18} stroke={1.6} />} onClick={() => setOpened({ kind: 'add' })}>
      Ajouter un bloc
    </Button>
  )
  function reset() {
    search.clear()
    setState({ recherche: '', residence: 0, portee: '', ...(wholeList ? {} : { page }) })
  }
  return (
    <>
      <PageHeader title="Gestion des Blocs">{addButton}</PageHeader>
      <Banners banners={banners}>{suite}</Banners>
      <Filters set={residence > 0 ? 1 : 0} onReset={reset}>
        <SearchField search={search} placeholder="Rechercher par nom ou description..." />
        <ResidenceSelect
          aria-label="Résidence"
          tous="Toutes les résidences"
          value={residence || null}
          onChange={(id) =>
            setState({
              residence: id ?? 0,
              portee: id === null ? '' : 'page',
              ...(wholeList ? {} : { page }),
            })
          }
        />
      </Filters>
      <Results query={query} loading="Chargement des blocs..." error="Erreur lors du chargement des blocs.">
        {({ last_page: lastPage }) => (
          <>
            {residence > 0 && !wholeList && lastPage > 1 && (
              <ScopeHint onAll={() => setState({ portee: '' })} />
            )}
            {shown.length > 0 ? (
              <CardGrid label="Blocs">
                {shown.map((bloc) => (
                  <BlocCard
                    key={bloc.id}
                    bloc={bloc}
                    onReport={() => setState({ rapport: bloc.id, page })}
                    onDetails={() => setOpened({ kind: 'details', bloc })}
                    onEdit={() => setOpened({ kind: 'edit', bloc })}
                    onDelete={() => void remove(bloc)}
                  />
                ))}
              </CardGrid>
            ) : residence > 0 && !state.recherche && (wholeList || lastPage <= 1) ? (
              <AucunBlocIci residence={residence} action={addButton} />
            ) : state.recherche || residence > 0 ? (
              <EmptyState
                hint={state.recherche && lastPage > 1 && <SearchEverywhereHint text={state.recherche} />}
              >
                Aucun bloc trouvé avec ces critères.
              </EmptyState>
            ) : (
              <AucunBloc action={addButton} />
            )}
            <Pager page={page} lastPage={lastPage} onChange={(wanted) => setState({ page: wanted })} />
          </>
        )}
      </Results>

      {opened?.kind === 'add' && (
        <BlocForm
          residenceId={residence || null}
          onClose={close}
          onSaved={banners.success}
          onAdded={({ id, nomloc, residence_id }) =>
            offrir({
              phrase: phrasePasEncore('bloc', nomloc, 'd’étage'),
              lien: 'Ajouter ses étages',
              ...etagesOf(residence_id, id),
            })
          }
        />
      )}
      {opened?.kind === 'edit' && <BlocForm bloc={opened.bloc} onClose={close} onSaved={banners.success} />}
      {opened?.kind === 'details' && <BlocDetails bloc={opened.bloc} onClose={close} />}
      {state.rapport > 0 && (
        <BlocReport id={state.rapport} onClose={() => setState({ rapport: 0, page }, { replace: true })} />
      )}
    </>
  )
}

/** The filter needs the residences: a failure to load them is told once. */
function useLookupBanner({ error: show }: BannersState): void {
  const { error } = useQuery(residencesQueries.choix())
  useEffect(() => {
    if (error) show(messageOf(error, 'Erreur lors du chargement des résidences.'), 5000)
  }, [error, show])
}

function useDeletion(banners: BannersState) {
  const confirm = useConfirm()
  const deletion = useDeleteBloc()
  const fallback = 'Erreur lors de la suppression du bloc.'
  return async (bloc: Bloc) => {
    const done = await confirm({
      title: 'Supprimer le bloc',
      body: <DeletionText bloc={bloc} />,
      confirmLabel: 'Supprimer',
      busyLabel: 'Suppression...',
      fallback,
      action: () => deletion.mutateAsync(bloc.id),
      onError: (error) => banners.error(messageOf(error, fallback), 5000),
    })
    if (done) banners.success('Bloc supprimé avec succès !')
  }
}

function DeletionText({
  bloc: { nomloc, residence, etages_count, appartementCount, occupiedCount, locaux_count },
}: {
  bloc: Bloc
}) {
  const held = [
    etages_count > 0 &&
      `${formatCompte(etages_count, 'étage')} (${formatCompte(appartementCount, 'appartement')}, dont ${formatCompte(occupiedCount, 'vendu')})`,
    locaux_count > 0 && formatCompte(locaux_count, 'local', 'locaux'),
  ].filter(Boolean)
  return (
    <>
      Êtes-vous sûr de vouloir supprimer le bloc <bdi>{nomloc}</bdi> de <bdi>{residence.nom}</bdi> ? Cette
      action est définitive.{' '}
      {held.length > 0
        ? `Il contient ${held.join(' et ')} : tant qu’ils existent, la suppression sera refusée.`
        : 'Il est vide : rien d’autre ne sera supprimé.'}
    </>
  )
}

function AucunBloc({ action }: { action: ReactNode }) {
  return (
    <ListeVide manque={useMissingResidence()} action={action}>
      Aucun bloc disponible.
    </ListeVide>
  )
}

function AucunBlocIci({ residence, action }: { residence: number; action: ReactNode }) {
  return (
    <VideIci lieu={useResidenceLieu(residence)} de="de bloc" action={action}>
      Aucun bloc trouvé avec ces critères.
    </VideIci>
  )
}
