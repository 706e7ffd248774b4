import type { Client } from '#features/clients/clients.contract.ts'
import { FicheTete } from '#features/fiches/web/FicheTete.tsx'
import styles from '#features/fiches/web/fiches.module.css'
import { PanneauBiens } from '#features/fiches/web/PanneauBiens.tsx'
import { PanneauCoordonnees } from '#features/fiches/web/PanneauCoordonnees.tsx'
import { lazyDialog } from '#web/kit/lazyPart.tsx'
import { Banners } from '#web/kit/Banners.tsx'
import { useBanners } from '#web/kit/useBanners.ts'
import { useOpened } from '#web/kit/useOpened.ts'

const ClientForm = lazyDialog(() => import('#features/clients/web/ClientForm.tsx'), 'ClientForm')

/** What a rôle that may not see identities finds in a client's file. */
export function FicheLimitee({ client }: { client: Client }) {
  const banners = useBanners()
  const [opened, setOpened] = useOpened<{ client: Client }>('client')
  return (
    <>
      <FicheTete client={client} onEdit={() => setOpened({ client })} />
      <Banners banners={banners} />
      {opened && (
        <ClientForm client={opened.client} onClose={() => setOpened(null)} onSaved={banners.success} />
      )}
      <div className={styles.corps}>
        <PanneauCoordonnees client={client} />
        <PanneauBiens client={client.id} />
      </div>
    </>
  )
}
