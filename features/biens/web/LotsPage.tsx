import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { BIENS, LOTS } from '#features/biens/biens.kinds.ts'
import { LotCard, LotRowActions, type LotCardActions } from '#features/biens/web/LotCard.tsx'
import { LotFilters } from '#features/biens/web/LotFilters.tsx'
import { EtatBadge } from '#features/biens/web/LotParts.tsx'
import type { GenreDeLot } from '#features/biens/web/lots.ts'
import { RetraitDuLot, SuppressionDuLot, useBienActions } from '#features/biens/web/useBienActions.tsx'
import { useLotFilters } from '#features/biens/web/useLotFilters.ts'
import { formatCompte } from '#shared/texte.ts'
import { Banners } from '#web/kit/Banners.tsx'
import { CardGrid } from '#web/kit/CardGrid.tsx'
import { DataTable } from '#web/kit/DataTable.tsx'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { lazyDialog } from '#web/kit/lazyPart.tsx'
import { Montant } from '#web/kit/Montant.tsx'
import { PageHeader } from '#web/kit/PageHeader.tsx'
import { Pager } from '#web/kit/Pager.tsx'
import { Results } from '#web/kit/Results.tsx'
import { ScopeHint } from '#web/kit/ScopeHint.tsx'
import { SearchEverywhereHint } from '#web/kit/SearchEverywhereHint.tsx'
import { useBanners } from '#web/kit/useBanners.ts'
import { useChange } from '#web/kit/useChange.ts'
import { useClientFilter } from '#web/kit/useClientFilter.ts'
import { useOpened } from '#web/kit/useOpened.ts'

const AssignerForm = lazyDialog(() => import('#features/ventes/web/AssignerForm.tsx'), 'AssignerForm')

const NONE: readonly never[] = []

type Opened<T> = { kind: 'add' } | { kind: 'edit' | 'assign'; record: T }

/** The list of a kind of lot: its filters, cards or a table, and all that can be done with one (D2 §2.4, §2.5). */
export function LotsPage<T extends { id: number }, Tri extends string>({
  genre,
}: {
  genre: GenreDeLot<T, Tri>
}) {
  const { type, toLot, calls, Form, Details, Report, Aucun, AucunIci } = genre
  const mots = LOTS[type]
  const filters = useLotFilters(mots.ecran)
  const query = useQuery(genre.queries.page(filters.query))
  const rows: readonly T[] = query.data?.data ?? NONE
  const shown = useClientFilter(rows, filters.recherche, genre.texts).filter((record) =>
    filters.keeps(toLot(record)),
  )
  const [opened, setOpened] = useOpened<Opened<T>>(type)
  const close = () => setOpened(null)
  const banners = useBanners()
  const assigner = useChange(
    ({ id, client_id }: { id: number; client_id: number | string }) => calls.assigner(id, client_id),
    { evenRefused: true },
  )
  const actions = useBienActions({ type, calls, onDone: banners.success, onError: banners.error })
  const actionsOf = (record: T): LotCardActions => ({
    onReport: () => filters.open({ rapport: record.id }),
    onDetails: () => filters.open({ details: record.id }),
    onAssign: () => setOpened({ kind: 'assign', record }),
    onRemoveClient: () => actions.retirer(record.id, <RetraitDuLot lot={toLot(record)} />),
    onEdit: () => setOpened({ kind: 'edit', record }),
    onDelete: () =>
      actions.supprimer(
        record.id,
        <SuppressionDuLot lot={toLot(record)} plan={genre.hasPlan?.(record) ?? false} />,
      ),
  })
  const addButton = (
    <Button leftSection={<IconPlus size={18} stroke={1.6} />} onClick={() => setOpened({ kind: 'add' })}>
      {mots.ajouter}
    </Button>
  )
  const sold =
    opened?.kind === 'assign' && toLot(rows.find(({ id }) => id === opened.record.id) ?? opened.record)
  return (
    <>
      <PageHeader title={mots.titre}>{addButton}</PageHeader>
      <Banners banners={banners} />
      <LotFilters
        filters={filters}
        placeholder={mots.recherche}
        etages={mots.dans === 'etage'}
        onError={banners.error}
      />
      <Results
        query={query}
        loading={mots.chargement}
        error={mots.echec}
        errorMs={mots.echecMs}
        wide={filters.view === 'tableau'}
      >
        {({ last_page: lastPage, total }) => (
          <>
            {filters.inPlace && lastPage > 1 && <ScopeHint onAll={filters.everywhere} />}
            {shown.length > 0 && filters.view === 'tableau' ? (
              <DataTable
                rows={shown}
                sort={filters.tri}
                onSort={filters.sortBy}
                label={mots.pluriel}
                rowKey={({ id }) => id}
                columns={genre.columns}
                renderActions={(record) => (
                  <>
                    {genre.rowActions?.(record, banners.error)}
                    <LotRowActions lot={toLot(record)} {...actionsOf(record)} />
                  </>
                )}
              />
            ) : shown.length > 0 ? (
              <CardGrid label={mots.pluriel}>
                {shown.map((record) => (
                  <LotCard
                    key={record.id}
                    lot={toLot(record)}
                    {...genre.card(record, banners.error)}
                    {...actionsOf(record)}
                  />
                ))}
              </CardGrid>
            ) : filters.byPlace && (!filters.inPlace || lastPage <= 1) ? (
              <AucunIci {...filters.chosen} action={addButton} />
            ) : filters.recherche || filters.filtered ? (
              <EmptyState
                hint={filters.recherche && lastPage > 1 && <SearchEverywhereHint text={filters.recherche} />}
              >
                {mots.aucunTrouve}
              </EmptyState>
            ) : (
              <Aucun action={addButton} />
            )}
            <Pager
              page={filters.page}
              lastPage={lastPage}
              onChange={filters.goTo}
              count={formatCompte(total, ...mots.compte)}
            />
          </>
        )}
      </Results>

      {opened?.kind === 'add' && <Form filters={filters.place} onClose={close} onSaved={banners.success} />}
      {opened?.kind === 'edit' && <Form listed={opened.record} onClose={close} onSaved={banners.success} />}
      {sold && (
        <AssignerForm
          titre={BIENS[type].assigner.titre(sold.numero)}
          mots={BIENS[type].assigner}
          facts={[
            { label: 'État', value: <EtatBadge estDispo={sold.estDispo} /> },
            { label: 'Montant', value: <Montant decimal={sold.montant} /> },
          ]}
          waits={mots.attendUnClient}
          hint="Veuillez sélectionner un client."
          refus={sold.estDispo ? undefined : mots.dejaVendu}
          onAssign={(client_id) => assigner.mutateAsync({ id: sold.id, client_id })}
          onClose={close}
          onSaved={banners.success}
        />
      )}
      {filters.details > 0 && (
        <Details
          id={filters.details}
          loaded={rows.find(({ id }) => id === filters.details)}
          onClose={filters.close}
          onError={banners.error}
        />
      )}
      {filters.rapport > 0 && <Report id={filters.rapport} onClose={filters.close} />}
    </>
  )
}
