import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { Client } from '#features/clients/clients.contract.ts'
import { ClientCard, type ClientCardActions } from '#features/clients/web/ClientCard.tsx'
import { ClientsTable } from '#features/clients/web/ClientsTable.tsx'
import { clientsQueries, useDeleteClient } from '#features/clients/web/clients.queries.ts'
import { SearchEverywhereHint } from '#web/kit/SearchEverywhereHint.tsx'
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
import { useBanners } from '#web/kit/useBanners.ts'
import { useClientFilter } from '#web/kit/useClientFilter.ts'
import { useConfirm } from '#web/kit/useConfirm.ts'
import { useOpened } from '#web/kit/useOpened.ts'
import { useSearchField } from '#web/kit/useSearchField.ts'
import { useUrlState } from '#web/kit/useUrlState.ts'
import { TABLE_ROWS, useView } from '#web/kit/useView.ts'
import { ViewSwitch } from '#web/kit/ViewSwitch.tsx'

const ClientForm = lazyDialog(() => import('#features/clients/web/ClientForm.tsx'), 'ClientForm')
const ClientDetails = lazyDialog(() => import('#features/clients/web/ClientDetails.tsx'), 'ClientDetails')

/** `biens` names the client whose biens are open, so that a link can lead there. */
const DEFAULTS = { page: 1, recherche: '', biens: '', tri: '' }
const SPINNER_MS = 500
const NONE: readonly Client[] = []
const texts = ({ nomComplet, email, adresse, tel }: Client) => [nomComplet, email, adresse, tel]

type Opened = { kind: 'add' } | { kind: 'edit' | 'details'; client: Client }

interface ClientsPageProps {
  /** What shows the biens of a client. */
  Biens: ComponentType<{ id: number; onClose: () => void }>
}

/** Gestion des Clients (D1 §2). */
export function ClientsPage({ Biens }: ClientsPageProps) {
  const [state, setState] = useUrlState(DEFAULTS)
  const [view, setView] = useView('clients', () => setState({ page: 1 }, { replace: true }))
  const table = view === 'tableau'
  const query = useQuery(
    clientsQueries.page(state.page, table ? { per_page: TABLE_ROWS, tri: state.tri } : null),
  )
  const search = useSearchField(
    state.recherche,
    (recherche) => setState({ recherche, page: state.page }, { replace: true }),
    SPINNER_MS,
  )
  const shown = useClientFilter(query.data?.data ?? NONE, state.recherche, texts)
  const [opened, setOpened] = useOpened<Opened>('client')
  const banners = useBanners()
  const remove = useDeletion(banners)
  const close = () => setOpened(null)
  const actionsOf = (client: Client): ClientCardActions => ({
    onAssets: () => setState({ biens: String(client.id), page: state.page }),
    onDetails: () => setOpened({ kind: 'details', client }),
    onEdit: () => setOpened({ kind: 'edit', client }),
    onDelete: () => void remove(client),
  })
  const addButton = (
    <Button leftSection={<IconUserPlus size={18} stroke={1.6} />} onClick={() => setOpened({ kind: 'add' })}>
      Ajouter un client
    </Button>
  )
  return (
    <>
      <PageHeader title="Gestion des Clients">{addButton}</PageHeader>
      <Banners banners={banners} />
      <Filters view={<ViewSwitch view={view} onChange={setView} />} onReset={search.clear}>
        <SearchField search={search} placeholder="Rechercher par nom, email ou adresse..." />
      </Filters>
      <Results
        query={query}
        loading="Chargement des clients..."
        error="Erreur chargement clients."
        cards={6}
        wide={table}
      >
        {({ last_page: lastPage, total }) => (
          <>
            {shown.length > 0 && table ? (
              <ClientsTable
                rows={shown}
                sort={state.tri}
                onSort={(tri) => setState({ tri })}
                actionsOf={actionsOf}
              />
            ) : shown.length > 0 ? (
              <CardGrid label="Clients">
                {shown.map((client) => (
                  <ClientCard key={client.id} client={client} {...actionsOf(client)} />
                ))}
              </CardGrid>
            ) : state.recherche ? (
              <EmptyState hint={lastPage > 1 && <SearchEverywhereHint text={state.recherche} />}>
                Aucun client trouvé avec ces critères.
              </EmptyState>
            ) : (
              <EmptyState action={addButton}>Aucun client disponible.</EmptyState>
            )}
            <Pager
              page={state.page}
              lastPage={lastPage}
              onChange={(page) => setState({ page })}
              count={formatCompte(total, 'client')}
            />
          </>
        )}
      </Results>

      {opened?.kind === 'add' && <ClientForm onClose={close} onSaved={banners.success} />}
      {opened?.kind === 'edit' && (
        <ClientForm client={opened.client} onClose={close} onSaved={banners.success} />
      )}
      {opened?.kind === 'details' && <ClientDetails client={opened.client} onClose={close} />}
      {state.biens && (
        <Biens
          id={Number(state.biens)}
          onClose={() => setState({ biens: '', page: state.page }, { replace: true })}
        />
      )}
    </>
  )
}

function useDeletion(banners: ReturnType<typeof useBanners>) {
  const confirm = useConfirm()
  const deletion = useDeleteClient()
  return async ({ id, nomComplet }: Client) => {
    const done = await confirm({
      title: 'Supprimer le client',
      body: `Êtes-vous sûr de vouloir supprimer le client ${nomComplet} ? Cette action est définitive.`,
      confirmLabel: 'Supprimer',
      busyLabel: 'Suppression...',
      fallback: 'Erreur suppression client.',
      action: () => deletion.mutateAsync(id),
      onError: (error) => banners.error(messageOf(error, 'Erreur suppression client.')),
    })
    if (done) banners.success('Client supprimé avec succès !')
  }
}
