import { Button } from '@mantine/core'
import { IconEdit } from '@tabler/icons-react'
import { clientsEndpoints, type Client } from '#features/clients/clients.contract.ts'
import styles from '#features/fiches/web/fiches.module.css'
import { HistoriqueButton } from '#features/journal/web/Historique.tsx'
import { EmailLink, PhoneLink } from '#web/kit/ContactLinks.tsx'
import { PageHeader } from '#web/kit/PageHeader.tsx'
import { usePeut } from '#web/kit/usePeut.ts'

interface FicheTeteProps {
  client: Client
  nomAr?: string | null
  onEdit: () => void
}

/** Whose file it is, and how to reach him. */
export function FicheTete({ client, nomAr = null, onEdit }: FicheTeteProps) {
  const { id, nomComplet, tel, email } = client
  const peut = usePeut()
  return (
    <PageHeader
      title={
        <>
          <span className={styles.surtitre}>Dossier du client</span>{' '}
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
