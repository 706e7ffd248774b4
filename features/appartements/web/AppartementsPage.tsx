import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { AppartementCard, type AppartementCardActions } from '#features/appartements/web/AppartementCard.tsx'
import { AppartementsTable } from '#features/appartements/web/AppartementsTable.tsx'
import {
  appartementsQueries,
  fetchPlan,
  toLot,
  useAssignerAppartement,
  useDeleteAppartement,
  useRetirerAppartement,
  type AppartementLu,
} from '#features/appartements/web/appartements.queries.ts'
import { useEtageLieu, useMissingEtage } from '#features/etages/web/etages.queries.ts'
import { SearchEverywhereHint } from '#web/kit/SearchEverywhereHint.tsx'
import { ListeVide } from '#web/kit/ListeVide.tsx'
import { ScopeHint } from '#web/kit/ScopeHint.tsx'
import { VideIci } from '#web/kit/VideIci.tsx'
import { LotFilters } from '#features/ventes/web/LotFilters.tsx'
import { useLookupErrors } from '#features/ventes/web/useLookupErrors.ts'
import { useLotActions } from '#features/ventes/web/useLotActions.tsx'
import { useLotFilters } from '#features/ventes/web/useLotFilters.ts'
import { compter } from '#shared/texte.ts'
import { messageOf } from '#web/kit/api.ts'
import { Banners } from '#web/kit/Banners.tsx'
import { CardGrid } from '#web/kit/CardGrid.tsx'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { openInNewTab } from '#web/kit/files.ts'
import { lazyDialog } from '#web/kit/lazyPart.tsx'
import { PageHeader } from '#web/kit/PageHeader.tsx'
import { Pager } from '#web/kit/Pager.tsx'
import { Results } from '#web/kit/Results.tsx'
import { useBanners } from '#web/kit/useBanners.ts'
import { useClientFilter } from '#web/kit/useClientFilter.ts'
import { useOpened } from '#web/kit/useOpened.ts'

const AppartementForm = lazyDialog(
  () => import('#features/appartements/web/AppartementForm.tsx'),
  'AppartementForm',
)
const AppartementDetails = lazyDialog(
  () => import('#features/appartements/web/AppartementDetails.tsx'),
  'AppartementDetails',
)
const AppartementReport = lazyDialog(
  () => import('#features/appartements/web/AppartementReport.tsx'),
  'AppartementReport',
)
const AssignerForm = lazyDialog(() => import('#features/ventes/web/AssignerForm.tsx'), 'AssignerForm')

const NONE: readonly AppartementLu[] = []
const texts = ({ numLot, typeLogement }: AppartementLu) => [numLot, typeLogement]

type Opened = { kind: 'add' } | { kind: 'edit' | 'assign'; appartement: AppartementLu }

/** Gestion des Appartements (D2 §2.4). */
export function AppartementsPage() {
  const filters = useLotFilters('appartements')
  const query = useQuery(appartementsQueries.page(filters.query))
  const rows = query.data?.data ?? NONE
  const found = useClientFilter(rows, filters.recherche, texts)
  const shown = found.filter((appartement) => filters.keeps({ ...appartement, ...toLot(appartement) }))
  const [opened, setOpened] = useOpened<Opened>('appartement')
  const close = () => setOpened(null)
  const banners = useBanners()
  useLookupErrors(banners, { etages: true })
  const assigner = useAssignerAppartement()
  const actions = useLotActions(banners, {
    retirer: useRetirerAppartement().mutateAsync,
    supprimer: useDeleteAppartement().mutateAsync,
  })
  const openPlan = ({ id }: AppartementLu) =>
    openInNewTab(() => fetchPlan(id)).catch((error: unknown) =>
      banners.error(messageOf(error, 'Erreur lors du téléchargement du plan.')),
    )
  const actionsOf = (appartement: AppartementLu): AppartementCardActions => ({
    onReport: () => filters.open({ rapport: appartement.id }),
    onDetails: () => filters.open({ details: appartement.id }),
    onPlan: () => void openPlan(appartement),
    onAssign: () => setOpened({ kind: 'assign', appartement }),
    onRemoveClient: () => void actions.retirerClient(toLot(appartement)),
    onEdit: () => setOpened({ kind: 'edit', appartement }),
    onDelete: () => void actions.supprimer(toLot(appartement), appartement.plan_pdf !== null),
  })
  const addButton = (
    <Button leftSection={<IconPlus size={18} stroke={1.6} />} onClick={() => setOpened({ kind: 'add' })}>
      Ajouter un appartement
    </Button>
  )
  return (
    <>
      <PageHeader title="Gestion des Appartements">{addButton}</PageHeader>
      <Banners banners={banners} />
      <LotFilters filters={filters} placeholder="Rechercher par lot ou type..." etages />
      <Results
        query={query}
        loading="Chargement des appartements..."
        error="Erreur lors du chargement des appartements."
        wide={filters.view === 'tableau'}
      >
        {({ last_page: lastPage, total }) => (
          <>
            {filters.inPlace && lastPage > 1 && <ScopeHint onAll={filters.everywhere} />}
            {shown.length > 0 && filters.view === 'tableau' ? (
              <AppartementsTable
                rows={shown}
                sort={filters.tri}
                onSort={filters.sortBy}
                actionsOf={actionsOf}
              />
            ) : shown.length > 0 ? (
              <CardGrid label="Appartements">
                {shown.map((appartement) => (
                  <AppartementCard
                    key={appartement.id}
                    appartement={appartement}
                    {...actionsOf(appartement)}
                  />
                ))}
              </CardGrid>
            ) : filters.byPlace && (!filters.inPlace || lastPage <= 1) ? (
              <AucunAppartementIci {...filters.chosen} action={addButton} />
            ) : filters.recherche || filters.filtered ? (
              <EmptyState
                hint={filters.recherche && lastPage > 1 && <SearchEverywhereHint text={filters.recherche} />}
              >
                Aucun appartement trouvé avec ces critères.
              </EmptyState>
            ) : (
              <AucunAppartement action={addButton} />
            )}
            <Pager
              page={filters.page}
              lastPage={lastPage}
              onChange={filters.goTo}
              count={compter(total, 'lot')}
            />
          </>
        )}
      </Results>

      {opened?.kind === 'add' && (
        <AppartementForm filters={filters.place} onClose={close} onSaved={banners.success} />
      )}
      {opened?.kind === 'edit' && (
        <AppartementForm appartement={opened.appartement} onClose={close} onSaved={banners.success} />
      )}
      {opened?.kind === 'assign' && (
        <AssignerForm
          lot={toLot(rows.find(({ id }) => id === opened.appartement.id) ?? opened.appartement)}
          onAssign={(client_id) => assigner.mutateAsync({ id: opened.appartement.id, client_id })}
          onClose={close}
          onSaved={banners.success}
        />
      )}
      {filters.details > 0 && (
        <AppartementDetails
          id={filters.details}
          loaded={rows.find(({ id }) => id === filters.details)}
          onClose={filters.close}
          onError={banners.error}
        />
      )}
      {filters.rapport > 0 && <AppartementReport id={filters.rapport} onClose={filters.close} />}
    </>
  )
}

function AucunAppartement({ action }: { action: ReactNode }) {
  return (
    <ListeVide manque={useMissingEtage()} action={action}>
      Aucun appartement disponible.
    </ListeVide>
  )
}

type IciProps = Record<'residence' | 'bloc' | 'etage', number | null> & { action: ReactNode }

function AucunAppartementIci({ residence, bloc, etage, action }: IciProps) {
  return (
    <VideIci lieu={useEtageLieu(residence, bloc, etage)} de="d’appartement" action={action}>
      Aucun appartement trouvé avec ces critères.
    </VideIci>
  )
}
