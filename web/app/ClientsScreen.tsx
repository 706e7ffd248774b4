import { ClientsPage } from '#features/clients/web/ClientsPage.tsx'
import { lazyDialog } from '#web/kit/lazyPart.tsx'

const BiensDuClient = lazyDialog(() => import('#features/paiements/web/BiensDuClient.tsx'), 'BiensDuClient')

/** The clients, and what each of them owns: the clients know nothing of sales and payments. */
export function ClientsScreen() {
  return <ClientsPage Biens={BiensDuClient} />
}
