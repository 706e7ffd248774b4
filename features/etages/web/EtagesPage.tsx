import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, type ReactNode } from 'react'
import { BlocSelect } from '#features/blocs/web/BlocSelect.tsx'
import { blocsQueries, useBlocLieu, useMissingBloc } from '#features/blocs/web/blocs.queries.ts'
import type { Etage } from '#features/etages/etages.contract.ts'
import { EtageCard } from '#features/etages/web/EtageCard.tsx'
import { etagesQueries, useDeleteEtage } from '#features/etages/web/etages.queries.ts'
import { SearchEverywhereHint } from '#web/kit/SearchEverywhereHint.tsx'
import { ListeVide } from '#web/kit/ListeVide.tsx'
import { ResidenceSelect } from '#features/residences/web/ResidenceSelect.tsx'
import { residencesQueries } from '#features/residences/web/residences.queries.ts'
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
import { appartementsOf } from '#web/paths.ts'

const EtageForm = lazyDialog(() => import('#features/etages/web/EtageForm.tsx'), 'EtageForm')
const EtageDetails = lazyDialog(() => import('#features/etages/web/EtageDetails.tsx'), 'EtageDetails')
const EtageReport = lazyDialog(() => import('#features/etages/web/EtageReport.tsx'), 'EtageReport')

/**
 * Filters that come with a link hold for every étage; those chosen on the screen hold for the loaded page (D2 §9),
 * which `portee: 'page'` says.
 */
const DEFAULTS = { page: 1, recherche: '', residence: 0, bloc: 0, portee: '', rapport: 0 }
const SPINNER_MS = 500
const NONE: readonly Etage[] = []
const texts = ({ designation }: Etage) => [designation]

type Opened = { kind: 'add' } | { kind: 'edit' | 'details'; etage: Etage }

/** Gestion des Étages (D2 §2.3). */
export function EtagesPage() {
  const [state, setState] = useUrlState(DEFAULTS)
  const { page, residence, bloc } = state
  const filtered = residence > 0 || bloc > 0
  const wholeList = filtered && state.portee !== 'page'
  const beyond = { residence_id: residence || undefined, bloc_id: bloc || undefined }
  const query = useQuery(etagesQueries.page({ page, ...(wholeList && beyond) }))
  const search = useSearchField(
    state.recherche,
    (recherche) => setState({ recherche, page }, { replace: true }),
    SPINNER_MS,
  )
  const rows = query.data?.data ?? NONE
  const inPlace = useMemo(
    () =>
      rows.filter(
        (etage) =>
          (residence === 0 || etage.bloc.residence.id === residence) &&
          (bloc === 0 || etage.bloc_id === bloc),
      ),
    [rows, residence, bloc],
  )
  const shown = useClientFilter(inPlace, state.recherche, texts)
  const [opened, setOpened] = useOpened<Opened>('etage')
  const close = () => setOpened(null)
  const banners = useBanners()
  const { suite, offrir } = useSuite()
  useLookupLog()
  const remove = useDeletion(banners)
  const addButton = (
    <Button leftSection={<IconPlus size={18} stroke={1.6} />} onClick={() => setOpened({ kind: 'add' })}>
      Ajouter un étage
    </Button>
  )
  function choose(patch: { residence?: number; bloc: number }) {
    const chosen = { residence, ...patch }
    setState({
      ...chosen,
      portee: chosen.residence > 0 || chosen.bloc > 0 ? 'page' : '',
      ...(wholeList ? {} : { page }),
    })
  }
  function reset() {
    search.clear()
    setState({ recherche: '', residence: 0, bloc: 0, portee: '', ...(wholeList ? {} : { page }) })
  }
  return (
    <>
      <PageHeader title="Gestion des Étages">{addButton}</PageHeader>
      <Banners banners={banners}>{suite}</Banners>
      <Filters set={[residence, bloc].filter(Boolean).length} onReset={reset}>
        <SearchField search={search} placeholder="Rechercher par désignation..." />
        <ResidenceSelect
          aria-label="Résidence"
          tous="Toutes les résidences"
          value={residence || null}
          onChange={(id) => choose({ residence: id ?? 0, bloc: 0 })}
        />
        <BlocSelect
          aria-label="Bloc"
          tous="Tous les blocs"
          residenceId={residence || null}
          value={bloc || null}
          onChange={(id) => choose({ bloc: id ?? 0 })}
        />
      </Filters>
      <Results query={query} loading="Chargement des étages..." error="Erreur lors du chargement des étages.">
        {({ last_page: lastPage }) => (
          <>
            {filtered && !wholeList && lastPage > 1 && <ScopeHint onAll={() => setState({ portee: '' })} />}
            {shown.length > 0 ? (
              <CardGrid label="Étages">
                {shown.map((etage) => (
                  <EtageCard
                    key={etage.id}
                    etage={etage}
                    onReport={() => setState({ rapport: etage.id, page })}
                    onDetails={() => setOpened({ kind: 'details', etage })}
                    onEdit={() => setOpened({ kind: 'edit', etage })}
                    onDelete={() => void remove(etage)}
                  />
                ))}
              </CardGrid>
            ) : filtered && !state.recherche && (wholeList || lastPage <= 1) ? (
              <AucunEtageIci residence={residence || null} bloc={bloc || null} action={addButton} />
            ) : state.recherche || filtered ? (
              <EmptyState
                hint={state.recherche && lastPage > 1 && <SearchEverywhereHint text={state.recherche} />}
              >
                Aucun étage trouvé avec ces critères.
              </EmptyState>
            ) : (
              <AucunEtage action={addButton} />
            )}
            <Pager page={page} lastPage={lastPage} onChange={(wanted) => setState({ page: wanted })} />
          </>
        )}
      </Results>

      {opened?.kind === 'add' && (
        <EtageForm
          filters={{ residence: residence || null, bloc: residence > 0 ? bloc || null : null }}
          onClose={close}
          onSaved={banners.success}
          onAdded={({ id, designation, bloc_id, bloc: { residence: dans } }) =>
            offrir({
              phrase: phrasePasEncore('etage', designation, 'd’appartement'),
              lien: 'Ajouter ses appartements',
              ...appartementsOf(dans.id, bloc_id, id),
            })
          }
        />
      )}
      {opened?.kind === 'edit' && (
        <EtageForm etage={opened.etage} onClose={close} onSaved={banners.success} />
      )}
      {opened?.kind === 'details' && <EtageDetails etage={opened.etage} onClose={close} />}
      {state.rapport > 0 && (
        <EtageReport id={state.rapport} onClose={() => setState({ rapport: 0, page }, { replace: true })} />
      )}
    </>
  )
}

/** Lookups that fail are only logged on this screen (D2 §8). */
function useLookupLog(): void {
  const { error: residences } = useQuery(residencesQueries.choix())
  const { error: blocs } = useQuery(blocsQueries.choix())
  useEffect(() => {
    for (const error of [residences, blocs]) if (error) console.warn('lookup failed', error)
  }, [residences, blocs])
}

function useDeletion(banners: BannersState) {
  const confirm = useConfirm()
  const deletion = useDeleteEtage()
  const fallback = 'Erreur lors de la suppression.'
  return async (etage: Etage) => {
    const done = await confirm({
      title: "Supprimer l'étage",
      body: <DeletionText etage={etage} />,
      confirmLabel: 'Supprimer',
      busyLabel: 'Suppression...',
      fallback,
      action: () => deletion.mutateAsync(etage.id),
      onError: (error) => banners.error(messageOf(error, fallback), 5000),
    })
    if (done) banners.success('Étage supprimé avec succès !')
  }
}

function DeletionText({
  etage: { designation, bloc, logements_count, occupied_logements_count },
}: {
  etage: Etage
}) {
  const sold = occupied_logements_count > 0 ? `, dont ${formatCompte(occupied_logements_count, 'vendu')}` : ''
  return (
    <>
      Êtes-vous sûr de vouloir supprimer l’étage <bdi>{designation}</bdi> du bloc <bdi>{bloc.nomloc}</bdi> ?
      Cette action est définitive.{' '}
      {logements_count > 0
        ? `Il contient ${formatCompte(logements_count, 'appartement')}${sold} : tant qu’il en contient, la suppression sera refusée.`
        : 'Il est vide : rien d’autre ne sera supprimé.'}
    </>
  )
}

function AucunEtage({ action }: { action: ReactNode }) {
  return (
    <ListeVide manque={useMissingBloc()} action={action}>
      Aucun étage disponible.
    </ListeVide>
  )
}

interface IciProps {
  residence: number | null
  bloc: number | null
  action: ReactNode
}

function AucunEtageIci({ residence, bloc, action }: IciProps) {
  return (
    <VideIci lieu={useBlocLieu(residence, bloc)} de="d’étage" action={action}>
      Aucun étage trouvé avec ces critères.
    </VideIci>
  )
}
