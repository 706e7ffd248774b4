import { Button } from '@mantine/core'
import { IconEdit } from '@tabler/icons-react'
import { clientsEndpoints, type Client } from '#features/clients/clients.contract.ts'
import styles from '#features/clients/web/fiches.module.css'
import { HistoriqueButton } from '#features/journal/web/Historique.tsx'
import { EmailLink, PhoneLink } from '#web/kit/card/ContactLinks.tsx'
import { PageHeader } from '#web/kit/list/PageHeader.tsx'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { Panneau } from '#web/kit/card/Panneau.tsx'
import { Facts } from '#web/kit/card/EntityCard.tsx'

interface FicheTeteProps {
  client: Client
  nomAr?: string | null
  onEdit: () => void
}

export function FicheTete({ client, nomAr = null, onEdit }: FicheTeteProps) {
  const { id, nomComplet, tel, email } = client
  const peut = usePeut()
  return (
    <PageHeader
      title={
        <>
          <span className={styles.surtitre}>Fiche client</span>{' '}
          <span className={styles.nom} data-nom>
            {nomComplet}
          </span>
        </>
      }
      subtitle={
        <>
          {nomAr !== null && (
            <span className={styles.nomAr} lang="ar" dir="rtl">
              {nomAr}
            </span>
          )}
          <span className={styles.contact}>
            <PhoneLink tel={tel} />
            <EmailLink email={email} />
          </span>
        </>
      }
    >
      <HistoriqueButton objet="client" id={id} nom={nomComplet} />
      {peut(clientsEndpoints.update) && (
        <Button leftSection={<IconEdit size={18} stroke={1.6} />} onClick={onEdit}>
          Modifier le client
        </Button>
      )}
    </PageHeader>
  )
}

export function PanneauCoordonnees({ client: { tel, email, adresse } }: { client: Client }) {
  return (
    <Panneau title="Coordonnées">
      <Facts
        facts={[
          { label: 'Téléphone', value: <PhoneLink tel={tel} /> },
          { label: 'Email', value: <EmailLink email={email} /> },
          { label: 'Adresse', value: adresse || 'Non spécifiée' },
        ]}
      />
    </Panneau>
  )
}
