import type { Client } from '#features/clients/clients.contract.ts'
import { Panneau } from '#web/kit/Panneau.tsx'
import { EmailLink, PhoneLink } from '#web/kit/ContactLinks.tsx'
import { Facts } from '#web/kit/EntityCard.tsx'

/** Where he is reached. */
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
