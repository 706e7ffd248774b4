import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useBlocLieu, useMissingBloc } from '#features/blocs/web/blocs.queries.ts'
import { LocalCard } from '#features/locaux/web/LocalCard.tsx'
import { LocauxTable } from '#features/locaux/web/LocauxTable.tsx'
import {
  locauxQueries,
  toLot,
  useAssignerLocal,
  useDeleteLocal,
  useRetirerLocal,
  type LocalLu,
} from '#features/locaux/web/locaux.queries.ts'
import { SearchEverywhereHint } from '#web/kit/SearchEverywhereHint.tsx'
import { ListeVide } from '#web/kit/ListeVide.tsx'
import { ScopeHint } from '#web/kit/ScopeHint.tsx'
import { VideIci } from '#web/kit/VideIci.tsx'
import type { LotCardActions } from '#features/ventes/web/LotCard.tsx'
import { LotFilters } from '#features/ventes/web/LotFilters.tsx'
import { useLookupErrors } from '#features/ventes/web/useLookupErrors.ts'
import { useLotActions } from '#features/ventes/web/useLotActions.tsx'
import { useLotFilters } from '#features/ventes/web/useLotFilters.ts'
import { compter } from '#shared/texte.ts'
import { Banners } from '#web/kit/Banners.tsx'
import { CardGrid } from '#web/kit/CardGrid.tsx'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { lazyDialog } from '#web/kit/lazyPart.tsx'
import { PageHeader } from '#web/kit/PageHeader.tsx'
import { Pager } from '#web/kit/Pager.tsx'
import { Results } from '#web/kit/Results.tsx'
import { useBanners } from '#web/kit/useBanners.ts'
import { useClientFilter } from '#web/kit/useClientFilter.ts'
import { useOpened } from '#web/kit/useOpened.ts'

const LocalForm = lazyDialog(() => import('#features/locaux/web/LocalForm.tsx'), 'LocalForm')
const LocalDetails = lazyDialog(() => import('#features/locaux/web/LocalDetails.tsx'), 'LocalDetails')
const LocalReport = lazyDialog(() => import('#features/locaux/web/LocalReport.tsx'), 'LocalReport')
const AssignerForm = lazyDialog(() => import('#features/ventes/web/AssignerForm.tsx'), 'AssignerForm')

const NONE: readonly LocalLu[] = []
const texts = ({ num, description }: LocalLu) => [num, description]

type Opened = { kind: 'add' } | { kind: 'edit' | 'assign'; local: LocalLu }

/** Gestion des Locaux (D2 §2.5). */
export function LocauxPage() {
  const filters = useLotFilters('locaux')
  const query = useQuery(locauxQueries.page(filters.query))
  const rows = query.data?.data ?? NONE
  const shown = useClientFilter(rows, filters.recherche, texts).filter(filters.keeps)
  const [opened, setOpened] = useOpened<Opened>('local')
  const close = () => setOpened(null)
  const banners = useBanners()
  useLookupErrors(banners, { etages: false })
  const assigner = useAssignerLocal()
  const actions = useLotActions(banners, {
    retirer: useRetirerLocal().mutateAsync,
    supprimer: useDeleteLocal().mutateAsync,
  })
  const actionsOf = (local: LocalLu): LotCardActions => ({
    onReport: () => filters.open({ rapport: local.id }),
    onDetails: () => filters.open({ details: local.id }),
    onAssign: () => setOpened({ kind: 'assign', local }),
    onRemoveClient: () => void actions.retirerClient(toLot(local)),
    onEdit: () => setOpened({ kind: 'edit', local }),
    onDelete: () => void actions.supprimer(toLot(local)),
  })
  const addButton = (
    <Button leftSection={<IconPlus size={18} stroke={1.6} />} onClick={() => setOpened({ kind: 'add' })}>
      Ajouter un local
    </Button>
  )
  return (
    <>
      <PageHeader title="Gestion des Locaux">{addButton}</PageHeader>
      <Banners banners={banners} />
      <LotFilters filters={filters} placeholder="Rechercher par numéro ou description..." />
      <Results
        query={query}
        loading="Chargement des locaux..."
        error="Erreur lors du chargement des locaux."
        errorMs={3000}
        wide={filters.view === 'tableau'}
      >
        {({ last_page: lastPage, total }) => (
          <>
            {filters.inPlace && lastPage > 1 && <ScopeHint onAll={filters.everywhere} />}
            {shown.length > 0 && filters.view === 'tableau' ? (
              <LocauxTable rows={shown} sort={filters.tri} onSort={filters.sortBy} actionsOf={actionsOf} />
            ) : shown.length > 0 ? (
              <CardGrid label="Locaux">
                {shown.map((local) => (
                  <LocalCard key={local.id} local={local} {...actionsOf(local)} />
                ))}
              </CardGrid>
            ) : filters.byPlace && (!filters.inPlace || lastPage <= 1) ? (
              <AucunLocalIci {...filters.chosen} action={addButton} />
            ) : filters.recherche || filters.filtered ? (
              <EmptyState
                hint={filters.recherche && lastPage > 1 && <SearchEverywhereHint text={filters.recherche} />}
              >
                Aucun local trouvé avec ces critères.
              </EmptyState>
            ) : (
              <AucunLocal action={addButton} />
            )}
            <Pager
              page={filters.page}
              lastPage={lastPage}
              onChange={filters.goTo}
              count={compter(total, 'local', 'locaux')}
            />
          </>
        )}
      </Results>

      {opened?.kind === 'add' && (
        <LocalForm filters={filters.place} onClose={close} onSaved={banners.success} />
      )}
      {opened?.kind === 'edit' && (
        <LocalForm local={opened.local} onClose={close} onSaved={banners.success} />
      )}
      {opened?.kind === 'assign' && (
        <AssignerForm
          lot={toLot(rows.find(({ id }) => id === opened.local.id) ?? opened.local)}
          onAssign={(client_id) => assigner.mutateAsync({ id: opened.local.id, client_id })}
          onClose={close}
          onSaved={banners.success}
        />
      )}
      {filters.details > 0 && (
        <LocalDetails
          id={filters.details}
          loaded={rows.find(({ id }) => id === filters.details)}
          onClose={filters.close}
        />
      )}
      {filters.rapport > 0 && <LocalReport id={filters.rapport} onClose={filters.close} />}
    </>
  )
}

function AucunLocal({ action }: { action: ReactNode }) {
  return (
    <ListeVide manque={useMissingBloc()} action={action}>
      Aucun local disponible.
    </ListeVide>
  )
}

type IciProps = Record<'residence' | 'bloc', number | null> & { action: ReactNode }

function AucunLocalIci({ residence, bloc, action }: IciProps) {
  return (
    <VideIci lieu={useBlocLieu(residence, bloc)} de="de local" action={action}>
      Aucun local trouvé avec ces critères.
    </VideIci>
  )
}
