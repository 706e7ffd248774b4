import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { clientsQueries } from '#features/clients/web/clients.queries.ts'
import { fichesEndpoints } from '#features/clients/fiches.contract.ts'
import { FicheDuClient } from '#features/clients/web/FicheDuClient.tsx'
import { FicheLimitee } from '#features/clients/web/FicheLimitee.tsx'
import { fichesQueries } from '#features/clients/web/fiches.queries.ts'
import { EmptyState } from '#web/kit/feedback/EmptyState.tsx'
import { PageHeader } from '#web/kit/list/PageHeader.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { screens } from '#shared/paths.ts'

const TITRE = 'Fiche client'

export function FichePage() {
  const { clientId = '' } = useParams({ strict: false })
  const peut = usePeut()
  if (!/^[1-9]\d{0,14}$/.test(clientId)) return <Introuvable />
  const Fiche = peut(fichesEndpoints.read) ? Entiere : Limitee
  return <Fiche key={clientId} id={Number(clientId)} />
}

function Introuvable({ children = "Ce client n'existe pas ou a été supprimé." }: { children?: string }) {
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
        {children}
      </EmptyState>
    </>
  )
}

function Entiere({ id }: { id: number }) {
  const query = useQuery(fichesQueries.read(id))
  const [efface, setEfface] = useState<string | null>(null)
  if (efface !== null) return <Introuvable>{efface}</Introuvable>
  return <Lue query={query}>{(fiche) => <FicheDuClient fiche={fiche} onErased={setEfface} />}</Lue>
}

function Limitee({ id }: { id: number }) {
  const query = useQuery(clientsQueries.read(id))
  return <Lue query={query}>{(client) => <FicheLimitee client={client} />}</Lue>
}

function Lue<T>({
  query,
  children,
}: {
  query: ReturnType<typeof useQuery<T>>
  children: (data: T) => ReactNode
}) {
  return (
    <Results
      query={query}
      head={<PageHeader title={TITRE} />}
      gone={<Introuvable />}
      loading="Chargement de la fiche..."
      error="Erreur lors du chargement de la fiche."
      cards={2}
      wide
    >
      {children}
    </Results>
  )
}
