import { Button } from '@mantine/core'
import { IconEdit } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { clientsEndpoints, type Client } from '#features/clients/clients.contract.ts'
import { clientsQueries } from '#features/clients/web/clients.queries.ts'
import { Panneau } from '#features/dossiers/web/Panneau.tsx'
import styles from '#features/fiches/web/fiches.module.css'
import { PanneauBiens } from '#features/fiches/web/PanneauBiens.tsx'
import { ApiError } from '#web/kit/api.ts'
import { Banners } from '#web/kit/Banners.tsx'
import { EmailLink, PhoneLink } from '#web/kit/ContactLinks.tsx'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { Facts } from '#web/kit/EntityCard.tsx'
import { lazyDialog } from '#web/kit/lazyPart.tsx'
import { PageHeader } from '#web/kit/PageHeader.tsx'
import { Results } from '#web/kit/Results.tsx'
import { useBanners } from '#web/kit/useBanners.ts'
import { useOpened } from '#web/kit/useOpened.ts'
import { usePeut } from '#web/kit/usePeut.ts'
import { screens } from '#web/paths.ts'

const ClientForm = lazyDialog(() => import('#features/clients/web/ClientForm.tsx'), 'ClientForm')

const TITRE = 'Dossier du client'

/** A client's file: who he is, what he buys, what was kept of him. */
export function FichePage() {
  const { clientId = '' } = useParams({ strict: false })
  if (!/^[1-9]\d{0,14}$/.test(clientId)) return <Introuvable />
  return <LaFiche key={clientId} id={Number(clientId)} />
}

function Introuvable() {
  return (
    <>
      <PageHeader title={TITRE} />
      <EmptyState
        action={
          <Button variant="default" renderRoot={(props) => <Link to={screens.clients} {...props} />}>
            Tous les clients
          </Button>
        }
      >
        Ce client n'existe pas ou a été supprimé.
      </EmptyState>
    </>
  )
}

function LaFiche({ id }: { id: number }) {
  const query = useQuery(clientsQueries.read(id))
  const { error, isError } = query
  if (isError && error instanceof ApiError && error.status === 404) return <Introuvable />
  if (query.data && !isError) return <Ouverte client={query.data} />
  return (
    <>
      <PageHeader title={TITRE} />
      <Results
        query={query}
        loading="Chargement du dossier..."
        error="Erreur lors du chargement du dossier."
        cards={2}
        wide
      >
        {() => null}
      </Results>
    </>
  )
}

function Ouverte({ client }: { client: Client }) {
  const { id, nomComplet, tel, email, adresse } = client
  const peut = usePeut()
  const banners = useBanners()
  const [opened, setOpened] = useOpened<{ client: Client }>('client')
  return (
    <>
      <PageHeader
        title={
          <>
            <span className={styles.surtitre}>{TITRE}</span> <span data-nom>{nomComplet}</span>
          </>
        }
        subtitle={
          <span className={styles.contact}>
            <PhoneLink tel={tel} />
            <EmailLink email={email} />
          </span>
        }
      >
        {peut(clientsEndpoints.update) && (
          <Button leftSection={<IconEdit size={18} stroke={1.6} />} onClick={() => setOpened({ client })}>
            Modifier le client
          </Button>
        )}
      </PageHeader>
      <Banners banners={banners} />
      {opened && (
        <ClientForm client={opened.client} onClose={() => setOpened(null)} onSaved={banners.success} />
      )}
      <div className={styles.corps}>
        <Panneau title="Coordonnées">
          <Facts
            facts={[
              { label: 'Téléphone', value: <PhoneLink tel={tel} /> },
              { label: 'Email', value: <EmailLink email={email} /> },
              { label: 'Adresse', value: adresse || 'Non spécifiée' },
            ]}
          />
        </Panneau>
        <PanneauBiens client={id} />
      </div>
    </>
  )
}
