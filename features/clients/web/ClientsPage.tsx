import { Gestes, IMPORTER_LA_LISTE } from '#web/kit/feedback/Gestes.tsx'
import { clientsEndpoints, type Client, type clientAssets } from '#features/clients/clients.contract.ts'
import { usePermis } from '#web/kit/call/usePeut.ts'
import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ClientCard, type ClientCardActions, ClientsTable } from '#features/clients/web/ClientsTable.tsx'
import { clientsQueries, useDeleteClient } from '#features/clients/web/clients.queries.ts'
import { biensDuClientQuery } from '#features/ventes/web/ventes.queries.ts'
import { clientAt } from '#shared/paths.ts'
import type { Wire } from '#shared/endpoint.ts'
import { formatCompte } from '#shared/texte.ts'
import { CardGrid } from '#web/kit/card/CardGrid.tsx'
import { EmptyState } from '#web/kit/feedback/EmptyState.tsx'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'
import { ListFilters, ListPage } from '#web/kit/list/ListPage.tsx'
import { useBanners } from '#web/kit/feedback/Banner.tsx'
import { useClientFilter, useList } from '#web/kit/list/useList.ts'
import { useDeletion } from '#web/kit/dialog/confirm.tsx'
import type { Empeche } from '#web/kit/dialog/ConfirmDialog.tsx'
import { useOpened } from '#web/kit/dialog/useOpened.ts'

const ClientForm = lazyDialog(() => import('#features/clients/web/ClientForm.tsx'), 'ClientForm')
const ClientDetails = lazyDialog(() => import('#features/clients/web/ClientDetails.tsx'), 'ClientDetails')
const BiensDuClient = lazyDialog(() => import('#features/paiements/web/BiensDuClient.tsx'), 'BiensDuClient')

/** `biens` is the id of the client whose biens are shown, `ajouter` opens the form; both stand in the address, so that links can open them. */
const OWN = { biens: '', ajouter: '' }
const NONE: readonly Client[] = []
const texts = ({ nomComplet, email, adresse, tel }: Client) => [nomComplet, email, adresse, tel]

type Opened = { kind: 'add' } | { kind: 'edit' | 'details'; client: Client }

/** Tells why the deletion of a client will be refused: a bien or a payment is his. */
function attaches(
  id: number,
  { appartements, places, locaux, paiements }: Wire<typeof clientAssets>,
): Empeche | null {
  const biens = appartements.length + places.length + locaux.length
  if (biens + paiements === 0) return null
  const parts = [
    biens > 0 && formatCompte(biens, 'bien'),
    paiements > 0 && formatCompte(paiements, 'paiement'),
  ]
  return {
    phrase: `Il a ${parts.filter(Boolean).join(' et ')} : il ne peut pas être supprimé.`,
    lien: { label: 'Ouvrir la fiche', to: clientAt(id) },
  }
}

/** Screen of the clients, as cards or as a table (D1 §2). */
export function ClientsPage() {
  const list = useList(OWN, { table: 'clients' })
  const { biens, ajouter } = list.state
  const query = useQuery(clientsQueries.page(list.query))
  const found = useClientFilter(query.data?.data ?? NONE, list.recherche, texts)
  const [opened, setOpened] = useOpened<Opened>('client')
  const close = () => {
    setOpened(null)
    if (ajouter) list.close({ ajouter: '' })
  }
  const banners = useBanners()
  const deletion = useDeleteClient()
  const queries = useQueryClient()
  const confirmDeletion = useDeletion(banners.success, banners.error)
  const permis = usePermis()
  const actionsOf = (client: Client): ClientCardActions => ({
    onAssets: () => list.open({ biens: String(client.id) }),
    onDetails: () => setOpened({ kind: 'details', client }),
    onEdit: permis(clientsEndpoints.update, () => setOpened({ kind: 'edit', client })),
    onDelete: permis(
      clientsEndpoints.remove,
      () =>
        void confirmDeletion({
          title: 'Supprimer le client',
          body: `Êtes-vous sûr de vouloir supprimer le client ${client.nomComplet} ? Cette action est définitive.`,
          fallback: 'Erreur suppression client.',
          empeche: () =>
            queries.fetchQuery(biensDuClientQuery(client.id)).then((assets) => attaches(client.id, assets)),
          action: () => deletion.mutateAsync(client.id),
        }),
    ),
  })
  const addButton = permis(
    clientsEndpoints.create,
    <Button leftSection={<IconUserPlus size={18} stroke={1.6} />} onClick={() => setOpened({ kind: 'add' })}>
      Ajouter un client
    </Button>,
  )
  return (
    <>
      <ListPage
        list={list}
        genre="client"
        title="Gestion des Clients"
        add={addButton}
        banners={banners}
        filters={<ListFilters list={list} placeholder="Rechercher par nom, email ou adresse..." />}
        query={query}
        loading="Chargement des clients..."
        error="Erreur chargement clients."
        rows={found}
        noneFound="Aucun client trouvé avec ces critères."
        none={
          <EmptyState action={<Gestes first={addButton} gestes={[IMPORTER_LA_LISTE]} />}>
            Aucun client disponible.
          </EmptyState>
        }
        count={(total) => formatCompte(total, 'client')}
      >
        {(rows) =>
          list.view === 'tableau' ? (
            <ClientsTable rows={rows} sort={list.tri} onSort={list.sortBy} actionsOf={actionsOf} />
          ) : (
            <CardGrid label="Clients">
              {rows.map((client) => (
                <ClientCard key={client.id} client={client} {...actionsOf(client)} />
              ))}
            </CardGrid>
          )
        }
      </ListPage>

      {(opened?.kind === 'add' || (ajouter === 'oui' && addButton)) && (
        <ClientForm onClose={close} onSaved={banners.success} />
      )}
      {opened?.kind === 'edit' && (
        <ClientForm client={opened.client} onClose={close} onSaved={banners.success} />
      )}
      {opened?.kind === 'details' && <ClientDetails client={opened.client} onClose={close} />}
      {biens && <BiensDuClient id={Number(biens)} onClose={() => list.close({ biens: '' })} />}
    </>
  )
}
