import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Client } from '#features/clients/clients.contract.ts'
import { PiedDeDetails } from '#features/journal/web/Historique.tsx'
import { EmailLink, PhoneLink } from '#web/kit/card/ContactLinks.tsx'
import { Dialog } from '#web/kit/dialog/Dialog.tsx'
import { Facts } from '#web/kit/card/EntityCard.tsx'
import { Nom } from '#web/kit/card/Nom.tsx'
import { clientAt, screens } from '#shared/paths.ts'

export function ClientDetails({ client, onClose }: { client: Client; onClose: () => void }) {
  const { id, nomComplet, tel, email, adresse, sans_email, sans_telephone } = client
  return (
    <Dialog title="Détails du client" onClose={onClose}>
      <Facts
        facts={[
          {
            label: 'Nom complet',
            value: (
              <Nom to={clientAt(id)} onClick={onClose}>
                {nomComplet}
              </Nom>
            ),
          },
          { label: 'Téléphone', value: <PhoneLink tel={tel} sans={sans_telephone} /> },
          { label: 'Email', value: <EmailLink email={email} sans={sans_email} /> },
          { label: 'Adresse', value: adresse || 'Non spécifiée' },
        ]}
      />
      <PiedDeDetails objet="client" id={id} nom={nomComplet}>
        <Button
          variant="default"
          renderRoot={(props) => <Link to={clientAt(id)} {...props} onClick={onClose} />}
        >
          Ouvrir la fiche
        </Button>
        <Button
          variant="default"
          renderRoot={(props) => (
            <Link
              to={screens.clients}
              search={(current) => ({ ...current, biens: String(id) })}
              {...props}
              onClick={onClose}
            />
          )}
        >
          Voir ses biens
        </Button>
      </PiedDeDetails>
    </Dialog>
  )
}
